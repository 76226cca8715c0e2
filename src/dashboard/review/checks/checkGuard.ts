import { translate } from '../../language/translate.ts'
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
      return [
        checkThat(
          'deadlines',
          false,
          translate('Operation {number} has no expiry', { number: index + 1 }),
        ),
      ]
    return [
      checkSameAddress('deadlines', translate('Time guard on {name}', { name: chain.name }), {
        actual: guard.guard,
        expected: chain.contracts.validityGuard,
      }),
      checkTime('deadlines', translate('Signature valid until'), {
        actual: guard.validUntil,
        expected: deadlines.depositDeadline,
      }),
      checkThat(
        'deadlines',
        guard.validAfter <= BigInt(nowSeconds + maxClockSkewSeconds),
        translate('Signature valid from {time}', { time: describeTime(guard.validAfter) }),
      ),
    ]
  })
}

/**
 * Checks that the quote has not expired, ends before what is signed does, and was made recently, which
 * bounds all its deadlines.
 */
export function checkExpiry({ quote, deadlines, nowSeconds, roots }: ParsedQuote): Check[] {
  const endsAt = BigInt(quote.expirationTimestamp)
  const { madeAt, isSigned, depositDeadline } = deadlines
  const latestStart = BigInt(nowSeconds + maxClockSkewSeconds)
  const latest = isSigned ? depositDeadline : latestStart + BigInt(roots.deadlines.quoteSeconds)
  return [
    checkThat(
      'expiry',
      endsAt > BigInt(nowSeconds),
      translate('Expires at {end}, it is now {now}', {
        end: describeTime(endsAt),
        now: describeTime(nowSeconds),
      }),
    ),
    checkThat(
      'deadlines',
      endsAt <= latest,
      translate('The quote expires at {end}, at the latest {latest}', {
        end: describeTime(endsAt),
        latest: describeTime(latest),
      }),
    ),
    ...(madeAt <= latestStart
      ? []
      : [
          checkThat(
            'deadlines',
            false,
            translate('Its deadlines count from {time}, but it is now {now}', {
              time: describeTime(madeAt),
              now: describeTime(nowSeconds),
            }),
          ),
        ]),
    checkThat(
      'deadlines',
      deadlines.refundAfter <= BigInt(nowSeconds + maxLockSeconds),
      translate('Refundable after {time} if not delivered', {
        time: describeTime(deadlines.refundAfter),
      }),
    ),
  ]
}
