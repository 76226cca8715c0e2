import { translate } from '../../../language/translate.ts'
import { AssetPicker } from '../../quoting/assets/AssetPicker.tsx'
import { findChoice } from '../../quoting/assets/assetChoices.ts'
import { SourceDialog } from '../../quoting/assets/SourceDialog.tsx'
import type { UnlistedChoice } from '../../quoting/assets/useUnlistedSearch.ts'
import { RecipientDialog } from './RecipientDialog.tsx'
import { SlippageDialog } from './SlippageDialog.tsx'
import type { SwapModel } from '../state/useSwap.ts'

/** What the form's rows open: the lists of assets, the chains paid from, recipient and slippage. */
export function SwapDialogs(props: SwapDialogs.Props) {
  const { swap, open, onClose } = props
  const { form, search, setSearch, choices } = swap
  const { from, to } = form
  const whole = findChoice(choices, search.from)
  function chooseUnlisted({ token, pairedWith }: UnlistedChoice) {
    if (open !== 'from' && open !== 'to') return
    const other = open === 'from' ? 'to' : 'from'
    const kept = findChoice(choices, search[other])
    const isTraded = kept?.asset.members.some(({ assetId }) => assetId === pairedWith.assetType)
    setSearch({
      ...search,
      [open]: token.assetType,
      [other]: isTraded && !kept?.only ? search[other] : pairedWith.assetType,
    })
    onClose()
  }
  return (
    <>
      {(open === 'from' || open === 'to') && (
        <AssetPicker
          title={open === 'from' ? translate('Pay with') : translate('Receive')}
          choices={choices}
          chosenId={(open === 'from' ? from : to)?.only?.assetId ?? search[open]}
          onlyWord={open === 'from' ? translate('Only on') : translate('On')}
          footnote={
            open === 'from'
              ? translate(
                  'Choose an asset to pay from any chain, or expand it to pay from one chain only.',
                )
              : translate(
                  'Choose an asset to receive it where delivery is cheapest, or expand it to choose the chain.',
                )
          }
          onChoose={(assetId) => {
            setSearch({ ...search, [open]: assetId })
            onClose()
          }}
          onChooseUnlisted={chooseUnlisted}
          onClose={onClose}
        />
      )}
      {open === 'sources' && whole && (
        <SourceDialog
          asset={whole.asset}
          without={search.without}
          onChange={(without) => setSearch({ ...search, without })}
          onClose={onClose}
        />
      )}
      {open === 'recipient' && <RecipientDialog swap={swap} onClose={onClose} />}
      {open === 'slippage' && <SlippageDialog swap={swap} onClose={onClose} />}
    </>
  )
}

export declare namespace SwapDialogs {
  type Open = 'from' | 'to' | 'sources' | 'recipient' | 'slippage'
  type Props = { swap: SwapModel; open: Open; onClose: () => void }
}
