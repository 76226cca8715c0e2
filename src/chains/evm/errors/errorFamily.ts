import type { FailReason } from '#protocol/status/failReason.ts'

/**
 * What the contracts of one family revert with, and what each of it means for an execution.
 *
 * Facts of public contracts: the errors of their ABIs, the words of their `require`.
 */
export type ErrorFamily = {
  /** Whose contracts. */
  source: string
  /** They exchange tokens: a failure of theirs on the way back has a reason of its own. */
  isSwap?: true
  /** By error as an ABI writes it, without the word `error`. */
  errors?: Readonly<Record<string, FailReason>>
  /** By the text of `Error(string)`; within a family the first that fits. */
  texts?: readonly (readonly [RegExp, FailReason])[]
}
