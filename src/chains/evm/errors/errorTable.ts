import { toFunctionSelector } from 'viem/utils'

import type { FailReason } from '#protocol/status/failReason.ts'
import type { ErrorFamily } from './errorFamily.ts'
import { marketErrors, orderErrors } from './orderErrors.ts'
import { ownErrors } from './ownErrors.ts'
import { signatureErrors } from './signatureErrors.ts'
import { swapErrors } from './swapErrors.ts'
import { tokenErrors } from './tokenErrors.ts'

/**
 * All families, in the order in which their texts are matched: specific texts before generic ones
 * (`exceeds balance`).
 */
export const errorFamilies: readonly ErrorFamily[] = [
  ownErrors,
  ...orderErrors,
  ...marketErrors,
  ...signatureErrors,
  ...swapErrors,
  ...tokenErrors,
]

/** Fail reason of a revert, and whether it comes from a swap. */
export type KnownError = { reason: FailReason; isSwap: boolean }

/** Reasons by selector: `0x` and eight hex digits. */
export const findErrorBySelector: ReadonlyMap<string, KnownError> = new Map(
  errorFamilies.flatMap(({ errors, isSwap = false }) =>
    Object.entries(errors ?? {}).map(
      ([signature, reason]) => [toFunctionSelector(signature), { reason, isSwap }] as const,
    ),
  ),
)

/** Reason for the text of an `Error(string)`; undefined if it is unknown. */
export function findErrorByText(text: string): KnownError | undefined {
  for (const { texts = [], isSwap = false } of errorFamilies) {
    const found = texts.find(([pattern]) => pattern.test(text))
    if (found) return { reason: found[1], isSwap }
  }
  // Last, because it is generic.
  return /\bexpired\b/i.test(text) ? { reason: 'ORDER_EXPIRED', isSwap: false } : undefined
}
