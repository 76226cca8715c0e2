import type { FailReason } from '#protocol/status/failReason.ts'

/**
 * Errors of one family of contracts, with the fail reason each stands for.
 *
 * Facts about public contracts: the errors of their ABIs, the texts of their `require` statements.
 */
export type ErrorFamily = {
  /** Names of the contracts. */
  source: string
  /** Set for exchanges: a swap that fails on the way back has a reason of its own. */
  isSwap?: true
  /** By signature as in an ABI, without the word `error`. */
  errors?: Readonly<Record<string, FailReason>>
  /** By the text of `Error(string)`; the first match within a family counts. */
  texts?: readonly (readonly [RegExp, FailReason])[]
}
