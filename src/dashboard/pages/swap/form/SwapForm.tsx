import { ArrowDownUp } from 'lucide-react'

import { formatAmount } from '#protocol/ids/amount.ts'
import { usePreferences } from '#dashboard/api/state/preferences.ts'
import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import { IconButton } from '#dashboard/components/forms/IconButton.tsx'
import { translate } from '../../../language/translate.ts'
import { AssetPicker } from '../../quoting/assets/AssetPicker.tsx'
import { findChoice } from '../../quoting/assets/assetChoices.ts'
import type { UnlistedChoice } from '../../quoting/assets/useUnlistedSearch.ts'
import { describeSources, SourceDialog } from '../../quoting/assets/SourceDialog.tsx'
import { FormRow } from '../../quoting/FormRow.tsx'
import { PaySide } from './PaySide.tsx'
import { ReceiveSide } from './ReceiveSide.tsx'
import { RecipientDialog } from './RecipientDialog.tsx'
import { SlippageDialog } from './SlippageDialog.tsx'
import type { SwapModel } from '../state/useSwap.ts'

/** The form: asset and amount to pay, asset to receive, recipient and slippage. */
export function SwapForm(props: SwapForm.Props) {
  const { swap, open, onOpen: setOpen, children } = props
  const { form, search, setSearch, choices } = swap
  const { from, to, recipient } = form
  const remembered = usePreferences().slippageBps
  const whole = findChoice(choices, search.from)
  const hasSources = whole && !from?.only && whole.asset.members.length > 1
  function close() {
    setOpen(undefined)
  }
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
    close()
  }
  function swapSides() {
    setSearch({ ...search, from: search.to, to: search.from, amount: '' })
  }
  return (
    <section className="panel" aria-label={translate('What to swap')}>
      <PaySide swap={swap} onPick={() => setOpen('from')} />
      <div className="relative border-t border-line">
        <IconButton
          icon={ArrowDownUp}
          label={translate('Swap pay and receive')}
          className="absolute -top-5 left-1/2 -translate-x-1/2 !rounded-full border border-line-strong !bg-surface"
          onClick={swapSides}
        />
      </div>
      <ReceiveSide swap={swap} onPick={() => setOpen('to')} />
      <div className="rule border-t border-line px-5 md:px-6">
        {hasSources && (
          <FormRow
            name={translate('Pay from')}
            value={describeSources(whole.asset, search.without)}
            isBad={from?.asset.members.length === 0}
            onClick={() => setOpen('sources')}
          />
        )}
        <FormRow
          name={translate('Recipient')}
          value={formatRecipient(recipient)}
          isBad={recipient.kind === 'invalid'}
          onClick={() => setOpen('recipient')}
        />
        <FormRow
          name={translate('Slippage limit')}
          value={formatSlippage(search.slippageBps ?? remembered, swap.slippageBps)}
          onClick={() => setOpen('slippage')}
        />
      </div>
      {children}
      {(open === 'from' || open === 'to') && (
        <AssetPicker
          title={open === 'from' ? translate('Pay with') : translate('Receive')}
          choices={choices}
          chosenId={(open === 'from' ? from : to)?.only?.assetId ?? search[open]}
          onlyWord={open === 'from' ? translate('Only on') : translate('On')}
          footnote={
            open === 'from'
              ? translate(
                  'Pick an asset to draw from any chain, or open it to spend from one chain only.',
                )
              : translate(
                  'Pick an asset to receive it where delivery costs least, or open it to choose the chain.',
                )
          }
          onChoose={(assetId) => {
            setSearch({ ...search, [open]: assetId })
            close()
          }}
          onChooseUnlisted={chooseUnlisted}
          onClose={close}
        />
      )}
      {open === 'sources' && whole && (
        <SourceDialog
          asset={whole.asset}
          without={search.without}
          onChange={(without) => setSearch({ ...search, without })}
          onClose={close}
        />
      )}
      {open === 'recipient' && <RecipientDialog swap={swap} onClose={close} />}
      {open === 'slippage' && <SlippageDialog swap={swap} onClose={close} />}
    </section>
  )
}

export declare namespace SwapForm {
  type Open = 'from' | 'to' | 'sources' | 'recipient' | 'slippage' | undefined
  type Props = {
    swap: SwapModel
    open: Open
    onOpen: (open: Open) => void
    children?: React.ReactNode
  }
}

function formatRecipient(recipient: SwapModel['form']['recipient']): string {
  if (recipient.kind === 'invalid') return translate('Check the address')
  if (recipient.kind === 'own') return translate('Your account')
  const address = shortenAddress(recipient.address)
  return recipient.isOwn ? translate('Your account {address}', { address }) : address
}

/** Formats a limit in percent; an automatic one is labelled, with its value for this quote. */
function formatSlippage(chosenBps: number, quotedBps: number | undefined): string {
  if (chosenBps > 0) return `${formatAmount(BigInt(chosenBps), 2)}%`
  return quotedBps === undefined
    ? translate('Auto')
    : translate('Auto, {percent}%', { percent: formatAmount(BigInt(quotedBps), 2) })
}
