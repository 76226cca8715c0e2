import type { ContractFacts } from '#chains/evm/assets/readContract.ts'
import type { CallDraft } from '../../draft/callSearch.ts'
import type { CallForm } from '../../draft/callForm.ts'
import type { ParsedDraft } from '../../draft/parseDraft.ts'
import type { IntegerUnit } from './IntegerInput.tsx'

/** What the parts of a call's editor need. */
export type EditorProps = {
  read: ParsedDraft
  index: number
  count: number
  /** The chain it runs on, with its assets. */
  place: Pick<CallForm, 'chain' | 'assets'>
  /** Ticker of the chain's native coin. */
  coin: string
  account: string | undefined
  units: readonly IntegerUnit[]
  /** Returns the service's error for a field of this call. */
  getServiceError: (path: string) => string | undefined
  onChange: (draft: CallDraft) => void
  onMove: (by: 1 | -1) => void
  onDuplicate: () => void
  onRemove: () => void
  /** Moves the approval in this call to the allowances. */
  onAllow: (() => void) | undefined
}

/** The same, with what the chain says of the contract; undefined until it is read. */
export type ContractEditorProps = EditorProps & { facts: ContractFacts | undefined }

/** Returns the error of each field: the local one, else the service's. */
export function getErrors({ read, getServiceError }: EditorProps) {
  return (path: string) =>
    read.errors.find((error) => error.path === path && !error.isMissing)?.message ??
    getServiceError(path)
}
