import { createEmptyValue } from '#chains/evm/operation/callFields.ts'
import { formatAbi } from '#chains/evm/operation/abiFunctions.ts'
import { readAbi } from '#chains/evm/operation/readAbi.ts'
import { getAbiText } from '../../signing/operations/decoding/knownInterfaces.ts'
import type { CallDraft } from './callSearch.ts'

/** A longer ABI is stored as the signatures of its functions, as URLs have a maximum length. */
const maxAbiLength = 1200

/**
 * Sets the ABI of a call, or the id of a known one; keeps the chosen function if the new ABI has it,
 * or selects its only one.
 */
export function setAbi(draft: CallDraft, text: string): CallDraft {
  const read = readAbi(getAbiText(text))
  const abi = text.length > maxAbiLength && 'functions' in read ? formatAbi(read) : text
  const functions = 'functions' in read ? read.functions : []
  if (functions.some(({ signature }) => signature === draft.fn)) return { ...draft, abi }
  const [only] = functions.length === 1 ? functions : []
  return {
    ...draft,
    abi,
    fn: only?.signature ?? '',
    args: only?.fields.map(createEmptyValue) ?? [],
  }
}
