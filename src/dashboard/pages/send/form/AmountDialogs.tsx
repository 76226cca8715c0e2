import { translate } from '../../../language/translate.ts'
import { AssetPicker } from '../../quoting/assets/AssetPicker.tsx'
import { SourceDialog } from '../../quoting/assets/SourceDialog.tsx'
import type { SendModel } from '../state/useSend.ts'

/** What the amount's part of the form opens: the list of assets, and the chains paid from. */
export function AmountDialogs(props: AmountDialogs.Props) {
  const { send, open, onClose } = props
  const { search, setSearch, form, choices } = send
  const { asset } = form
  return (
    <>
      {open === 'sources' && asset && (
        <SourceDialog
          asset={asset}
          without={search.without}
          onChange={(without) => setSearch({ ...search, without })}
          onClose={onClose}
        />
      )}
      {open === 'asset' && (
        <AssetPicker
          title={translate('Send')}
          choices={choices}
          chosenId={search.asset}
          onlyWord={translate('On')}
          footnote={translate(
            'Choose an asset; it’s paid from any chain. Expand it to choose the destination chain.',
          )}
          onChoose={(assetId) => {
            setSearch({ ...search, asset: assetId })
            onClose()
          }}
          onClose={onClose}
        />
      )}
    </>
  )
}

export declare namespace AmountDialogs {
  type Open = 'asset' | 'sources'
  type Props = { send: SendModel; open: Open; onClose: () => void }
}
