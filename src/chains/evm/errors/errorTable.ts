import { toFunctionSelector } from 'viem/utils'

import type { FailReason } from '#protocol/status/failReason.ts'
import type { ErrorFamily } from './errorFamily.ts'
import { marketErrors, orderErrors } from './orderErrors.ts'
import { ownErrors } from './ownErrors.ts'
import { signatureErrors } from './signatureErrors.ts'
import { swapErrors } from './swapErrors.ts'
import { tokenErrors } from './tokenErrors.ts'

/**
 * All families, in the order in which their texts are tried: those with words of their own before
 * those whose words anybody uses (`exceeds balance`), so that the narrower meaning counts.
 */
export const errorFamilies: readonly ErrorFamily[] = [
  ownErrors,
  ...orderErrors,
  ...marketErrors,
  ...signatureErrors,
  ...swapErrors,
  ...tokenErrors,
]

/** What a revert means, and whether an exchange said so. */
export type KnownError = { reason: FailReason; isSwap: boolean }

/** Errors with their meaning by selector: `0x` and eight hex digits. */
export const findErrorBySelector: ReadonlyMap<string, KnownError> = new Map(
  errorFamilies.flatMap(({ errors, isSwap = false }) =>
    Object.entries(errors ?? {}).map(
      ([signature, reason]) => [toFunctionSelector(signature), { reason, isSwap }] as const,
    ),
  ),
)

/** What the text of an `Error(string)` means; undefined: nobody's that is known. */
export function findErrorByText(text: string): KnownError | undefined {
  for (const { texts = [], isSwap = false } of errorFamilies) {
    const found = texts.find(([pattern]) => pattern.test(text))
    if (found) return { reason: found[1], isSwap }
  }
  // Last: anybody's word for a deadline.
  return /\bexpired\b/i.test(text) ? { reason: 'ORDER_EXPIRED', isSwap: false } : undefined
}
