import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import { OverloadedError } from '#protocol/http/fairLimiter.ts'
import { ServiceError } from '../ServiceError.ts'

/** SQLSTATE classes of an unavailable or overloaded database. Source: PostgreSQL appendix A. */
const outageStates = /^(08|53|57P)/
const brokenConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'ENOENT',
])
const poolSentences = /timeout exceeded when trying to connect|Connection terminated/

/**
 * Maps an outage to a ServiceError: an unavailable chain or database, or overload. Undefined for
 * any other error, which is a bug.
 */
export function explainOutage(error: unknown): ServiceError | undefined {
  const chain = findChainUnavailableError(error)
  if (chain)
    return new ServiceError('CHAIN_UNAVAILABLE', `${chain.chainId} does not answer.`, {
      cause: error,
    })
  if (isOverloaded(error))
    return new ServiceError('OVERLOADED', 'Too much is asked at once: try again in a second.', {
      retryAfterSeconds: 1,
      cause: error,
    })
  if (isDatabaseOutage(error))
    return new ServiceError('STORAGE_UNAVAILABLE', 'The database does not answer.', {
      cause: error,
    })
  return undefined
}

function isOverloaded(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof OverloadedError) return true
  return false
}

function isDatabaseOutage(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = 'code' in current ? current.code : undefined
    if (typeof code === 'string' && (brokenConnection.has(code) || outageStates.test(code)))
      return true
    if (poolSentences.test(current.message)) return true
  }
  return false
}
