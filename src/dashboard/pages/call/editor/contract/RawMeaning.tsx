import type { FieldValue } from '#chains/evm/operation/callFields.ts'
import { type CallFunction, formatAbi, readAbiLines } from '#chains/evm/operation/abiFunctions.ts'
import { Button } from '../../../../components/forms/Button.tsx'
import { translate } from '../../../../language/translate.ts'
import { DataTree } from '../../../signing/operations/decoding/DataTree.tsx'
import { decodeData } from '../../../signing/operations/decoding/decodeData.ts'
import type { EditorProps } from '../fields/editorProps.ts'
import type { CallContract } from './useContract.ts'
import { knownInterfaces } from '../../../signing/operations/decoding/knownInterfaces.ts'
import type { CallDraft } from '../../draft/callSearch.ts'

/** What pasted call data says, with the calls inside it. */
export function RawMeaning(props: RawMeaning.Props) {
  const { read, facts, coin, onChange } = props
  const { data, draft } = read
  if (data === undefined || data === '0x') return null
  const node = decodeData(data, { to: props.address })
  const { fn } = node
  return (
    <DataTree
      node={node}
      facts={facts}
      coin={coin}
      action={
        fn && (
          <Button
            size="sm"
            onClick={() => onChange(fromDecoded(draft, { fn, values: node.values }))}
          >
            {translate('Edit as fields')}
          </Button>
        )
      }
    />
  )
}

export declare namespace RawMeaning {
  type Props = EditorProps & CallContract
}

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
