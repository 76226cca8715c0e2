import type { FieldValue } from '#chains/evm/operation/callFields.ts'
import { type CallFunction, formatAbi, readAbiLines } from '#chains/evm/operation/abiFunctions.ts'
import { knownInterfaces } from '../../signing/operations/decoding/knownInterfaces.ts'
import type { CallDraft } from './callSearch.ts'

/** Turns raw data that could be decoded into a function with its fields. */
export function fromDecoded(
  draft: CallDraft,
  { fn, values }: { fn: CallFunction; values: readonly FieldValue[] },
): CallDraft {
  const known = knownInterfaces.find(({ abi }) => {
    const { functions } = readAbiLines(abi)
    return functions.some(({ signature }) => signature === fn.signature)
  })
  const abi = known?.id ?? formatAbi({ functions: [fn], readers: [], errors: [] })
  return { ...draft, abi, fn: fn.signature, args: values, data: undefined }
}
