import type { ErrorCode } from '#protocol/status/errors.ts'
import { describeAmount } from '../../assetIndex.ts'
import { ServiceError } from '../../ServiceError.ts'
import { findSmallestSets, maxAllocations } from '../funding/selectInputs.ts'
import type { FundingSource } from '../funding/fundingSources.ts'
import type { QuoteContext } from './route.ts'

/** Error precedence when no route exists, the most specific first. */
const errorPriority: readonly ErrorCode[] = [
  'DELEGATION-001',
  'AMOUNT_TOO_LOW',
  'PRICE_UNAVAILABLE',
  'INSUFFICIENT_BALANCE',
  'INVALID_REQUEST',
  'CHAIN_UNAVAILABLE',
  'NO_ROUTE',
]

/**
 * Explains a shortfall by the first filter after which the sources no longer hold the amount; where
 * only dust is missing, with the most that can be moved instead.
 */
export function explainShortfall(
  stages: {
    movable: readonly FundingSource[]
    priced: readonly FundingSource[]
    /** Those that bring more than moving them costs. */
    spendable: readonly FundingSource[]
  },
  { resolved, found }: QuoteContext,
): ServiceError {
  const { input } = resolved
  const { amount } = input
  const [foreign] = found.foreignDelegations
  const held = sumUnits(found.sources)
  if (foreign)
    return new ServiceError(
      'DELEGATION-001',
      `${foreign.account.accountAddress} is delegated to another contract on ${foreign.chainId}.`,
    )
  const most = sumUnits(stages.spendable)
  if (most >= amount) return explainUnallocatable(input, stages.spendable)
  if (sumUnits(stages.priced) >= amount) return explainDust({ resolved, most })
  if (sumUnits(stages.movable) >= amount) return buildUnpricedError(input.symbol)
  if (found.unavailableChains.length > 0)
    return new ServiceError(
      'CHAIN_UNAVAILABLE',
      `${found.unavailableChains.join(', ')} cannot be read, and the other chains do not hold ${describeAmount(amount, input)}.`,
    )
  if (held >= amount)
    return new ServiceError(
      'NO_ROUTE',
      `The ${input.symbol} asked for is already where it should go.`,
    )
  return new ServiceError(
    'INSUFFICIENT_BALANCE',
    `${describeAmount(amount, input)} needed, ${describeAmount(held, input)} available on the chains that may be spent from.`,
  )
}

/** The most is named where the request asks by what is paid, so that it can ask for that instead. */
function explainDust({
  resolved: { input, output },
  most,
}: {
  resolved: QuoteContext['resolved']
  most: bigint
}): ServiceError {
  if (output.exactAmount !== undefined)
    return new ServiceError(
      'AMOUNT_TOO_LOW',
      `The ${input.symbol} held does not cover what moving it costs.`,
    )
  const asked = describeAmount(input.amount, input)
  if (most === 0n)
    return new ServiceError('AMOUNT_TOO_LOW', `Moving ${asked} costs more than it is worth.`)
  return new ServiceError(
    'AMOUNT_TOO_LOW',
    `Part of the ${asked} is held where moving it costs more than it is worth. Ask for ${describeAmount(most, input)} at most.`,
    { most },
  )
}

/** Units of all sources together. */
export function sumUnits(sources: readonly FundingSource[]): bigint {
  return sources.reduce((sum, { available }) => sum + available, 0n)
}

/** Explains why sources that hold an amount in total cannot pay it. */
export function explainUnallocatable(
  input: QuoteContext['resolved']['input'],
  sources: readonly FundingSource[],
): ServiceError {
  const { amount } = input
  const asked = describeAmount(amount, input)
  if (findSmallestSets(sources, amount).length === 0)
    return new ServiceError(
      'INSUFFICIENT_BALANCE',
      `${asked} is spread over more than the ${maxAllocations} balances that one quote can spend. Ask for less, or merge balances first.`,
    )
  const held = sumUnits(sources)
  const most = held - sources.reduce((sum, { reserve }) => (reserve > sum ? reserve : sum), 0n)
  if (most < amount)
    return new ServiceError(
      'INSUFFICIENT_BALANCE',
      `${asked} would leave a wallet with less than it needs to live. Ask for ${describeAmount(most, input)} at most, or for all of ${describeAmount(held, input)}.`,
    )
  return new ServiceError('NO_ROUTE', `${asked} is finer than the smallest unit of what is held.`)
}

/** Says that an asset cannot be priced. */
export function buildUnpricedError(symbol: string): ServiceError {
  return new ServiceError('PRICE_UNAVAILABLE', `There is no price of ${symbol} to rely on now.`)
}

/** Returns the error that helps most to mend the request. */
export function pickMostSpecificError(errors: readonly ServiceError[]): ServiceError {
  const [error] = errors.toSorted(
    (a, b) => getErrorRank(a) - getErrorRank(b) || Number((b.most ?? 0n) - (a.most ?? 0n)),
  )
  return error ?? new ServiceError('NO_ROUTE', 'No way leads to the asset asked for.')
}

function getErrorRank({ code }: ServiceError): number {
  const rank = errorPriority.indexOf(code)
  return rank < 0 ? errorPriority.length : rank
}
