import { type Check, checkSameAddress, checkThat, checkTime } from '../claims/check.ts'
import { describeTime } from '../claims/evidence.ts'
import { maxClockSkewSeconds } from '../cases/parseQuote.ts'
import { maxLockSeconds } from '../cases/roots.ts'
import type { ParsedQuote } from '../cases/parsedQuote.ts'

/**
 * Checks that each batch begins with the pinned guard, so that a signature expires with the deposit
 * deadline. Source: security rules 6 and 12.
 */
export function checkGuards({ operations, deadlines, nowSeconds }: ParsedQuote): Check[] {
  return operations.flatMap((read) => {
    // A Solana signature expires with its blockhash; a deposit also with its order's deadline.
    if (read.kind === 'solana') return []
    const { calls, chain, index } = read
    const [guard] = calls
    if (guard?.kind !== 'guard')
      return [checkThat('deadlines', false, `Operation ${index + 1} does not end by itself`)]
    return [
      checkSameAddress('deadlines', `Guard on ${chain.name}`, {
        actual: guard.guard,
        expected: chain.contracts.validityGuard,
      }),
      checkTime('deadlines', `Signature good until`, {
        actual: guard.validUntil,
        expected: deadlines.depositDeadline,
      }),
      checkThat(
        'deadlines',
        guard.validAfter <= BigInt(nowSeconds + maxClockSkewSeconds),
        `Signature good from ${describeTime(guard.validAfter)}`,
      ),
    ]
  })
}

/** Checks that the quote has not expired and was made recently, which bounds all its deadlines. */
export function checkExpiry({ quote, deadlines, nowSeconds, roots }: ParsedQuote): Check[] {
  const endsAt = BigInt(quote.expirationTimestamp)
  const latest = BigInt(nowSeconds + roots.deadlines.quoteSeconds + maxClockSkewSeconds)
  return [
    checkThat(
      'expiry',
      endsAt > BigInt(nowSeconds),
      `It ends at ${describeTime(endsAt)}, now it is ${describeTime(nowSeconds)}`,
    ),
    checkThat(
      'deadlines',
      endsAt <= latest,
      `The quote ends at ${describeTime(endsAt)}, at most ${describeTime(latest)}`,
    ),
    checkThat(
      'deadlines',
      deadlines.refundAfter <= BigInt(nowSeconds + maxLockSeconds),
      `What is not delivered is yours again after ${describeTime(deadlines.refundAfter)}`,
    ),
  ]
}
