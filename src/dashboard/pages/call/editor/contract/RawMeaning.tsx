import { Button } from '#dashboard/components/forms/Button.tsx'
import { translate } from '../../../../language/translate.ts'
import { DataTree } from '../../../signing/operations/decoding/DataTree.tsx'
import { decodeData } from '../../../signing/operations/decoding/decodeData.ts'
import { fromDecoded } from '../../draft/fromDecoded.ts'
import type { EditorProps } from '../fields/editorProps.ts'
import type { CallContract } from './useContract.ts'

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
