import { toFunctionSelector } from 'viem/utils'

import type { FailReason } from '#protocol/status/failReason.ts'
import type { FailureFamily } from './failureFamily.ts'
import { marketFailures, orderFailures } from './orderFailures.ts'
import { ownFailures } from './ownFailures.ts'
import { signatureFailures } from './signatureFailures.ts'
import { swapFailures } from './swapFailures.ts'
import { tokenFailures } from './tokenFailures.ts'

/**
 * All families, in the order in which their texts are tried: those with words of their own before
 * those whose words anybody uses (`exceeds balance`), so that the narrower meaning counts.
 */
export const failureFamilies: readonly FailureFamily[] = [
  ownFailures,
  ...orderFailures,
  ...marketFailures,
  ...signatureFailures,
  ...swapFailures,
  ...tokenFailures,
]

/** What a revert means, and whether an exchange said so. */
export type KnownFailure = { reason: FailReason; isSwap: boolean }

/** Errors with their meaning by selector: `0x` and eight hex digits. */
export const failureBySelector: ReadonlyMap<string, KnownFailure> = new Map(
  failureFamilies.flatMap(({ errors, isSwap = false }) =>
    Object.entries(errors ?? {}).map(
      ([signature, reason]) => [toFunctionSelector(signature), { reason, isSwap }] as const,
    ),
  ),
)

/** What the text of an `Error(string)` means; undefined: nobody's that is known. */
export function failureByText(text: string): KnownFailure | undefined {
  for (const { texts = [], isSwap = false } of failureFamilies) {
    const found = texts.find(([pattern]) => pattern.test(text))
    if (found) return { reason: found[1], isSwap }
  }
  // Last: anybody's word for a deadline.
  return /\bexpired\b/i.test(text) ? { reason: 'ORDER_EXPIRED', isSwap: false } : undefined
}
