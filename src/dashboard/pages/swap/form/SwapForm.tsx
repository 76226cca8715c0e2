import { ArrowDownUp } from 'lucide-react'
import { Suspense } from 'react'

import { usePreferences } from '#dashboard/api/state/preferences.ts'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { lazyComponent } from '#dashboard/components/lazyComponent.tsx'
import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import { IconButton } from '#dashboard/components/forms/Button.tsx'
import { translate } from '../../../language/translate.ts'
import { findChoice } from '../../quoting/assets/assetChoices.ts'
import { describeSources } from '../../quoting/assets/sourceGroups.ts'
import { FormRow } from '../../quoting/FormRow.tsx'
import { usePreload } from '../../quoting/usePreload.ts'
import { PaySide } from './PaySide.tsx'
import { ReceiveSide } from './ReceiveSide.tsx'
import type { SwapDialogs } from './SwapDialogs.tsx'
import type { SwapModel } from '../state/useSwap.ts'

const Dialogs = lazyComponent(async () => (await import('./SwapDialogs.tsx')).SwapDialogs)

/** The form: asset and amount to pay, asset to receive, recipient and slippage. */
export function SwapForm(props: SwapForm.Props) {
  const { swap, open, onOpen: setOpen, children } = props
  const { form, search, setSearch, choices } = swap
  const { from, recipient } = form
  usePreload(Dialogs)
  const formats = useFormats()
  const remembered = usePreferences().slippageBps
  const whole = findChoice(choices, search.from)
  const hasSources = whole && !from?.only && whole.asset.members.length > 1
  function swapSides() {
    setSearch({ ...search, from: search.to, to: search.from, amount: '' })
  }
  return (
    <section className="panel" aria-label={translate('What to swap')}>
      <PaySide swap={swap} onPick={() => setOpen('from')} />
      <div className="relative border-t border-line">
        <IconButton
          icon={ArrowDownUp}
          label={translate('Switch pay and receive')}
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
          value={formatSlippage(
            { chosenBps: search.slippageBps ?? remembered, quotedBps: swap.slippageBps },
            formats,
          )}
          onClick={() => setOpen('slippage')}
        />
      </div>
      {children}
      {open && (
        <Suspense>
          <Dialogs swap={swap} open={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

export declare namespace SwapForm {
  type Open = SwapDialogs.Open | undefined
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
function formatSlippage(
  { chosenBps, quotedBps }: { chosenBps: number; quotedBps: number | undefined },
  { limit }: Formats,
): string {
  if (chosenBps > 0) return limit(chosenBps)
  return quotedBps === undefined
    ? translate('Auto')
    : translate('Auto, {limit}', { limit: limit(quotedBps) })
}
