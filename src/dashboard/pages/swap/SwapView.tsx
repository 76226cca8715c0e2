import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'

import { Button } from '../../components/forms/Button.tsx'
import { translate } from '../../language/translate.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { UnreadChains } from '../notes/UnreadChains.tsx'
import { buildSendLink } from '../links/buildSendLink.ts'
import { ActionBar } from '../quoting/ActionBar.tsx'
import { QuotePanel } from './quote/QuotePanel.tsx'
import { SwapForm } from './form/SwapForm.tsx'
import { getSwapReason } from './state/swapReason.ts'
import { pairSides } from './state/unlistedSide.ts'
import { useIsExpired } from '../signing/useQuoteLife.ts'
import { OtherTabsNote } from '../signing/OtherTabsNote.tsx'
import { toFundKey } from '../signing/storage/otherTabs.ts'
import { showOpenRisk } from '../signing/findSigningBlocker.ts'
import type { Confirmations } from '../signing/useConfirmations.ts'
import type { SwapModel } from './state/useSwap.ts'
import type { ShownQuote } from '../quoting/liveQuote.ts'

/** Form and quote side by side, with one main button. */
export function SwapView(props: SwapView.Props) {
  const { swap, confirmations, onReview } = props
  const { shown, isAsking, owner, signers, form } = swap
  const isExpired = useIsExpired(shown?.received)
  const { accounts } = useAccount()
  const funds = useMemo(
    () =>
      (form.from?.asset.members ?? []).flatMap(({ assetId }) =>
        accounts.map(({ accountAddress }) =>
          toFundKey({ account: accountAddress, assetType: assetId }),
        ),
      ),
    [form.from, accounts],
  )
  const [open, setOpen] = useState<SwapForm.Open>()
  const [, navigate] = useLocation()
  const reason = getSwapReason({
    form,
    unlisted: swap.unlistedProblem,
    isConnected: signers.evm !== undefined || signers.solana !== undefined,
    isConnecting: owner.status === 'connecting',
    isEmpty: swap.isEmpty,
    isOffline: swap.isOffline,
    quote: isAsking ? 'asking' : shown ? (isExpired ? 'expired' : 'there') : 'none',
    error: swap.error,
    needsConfirmation: confirmations.isOpen(shown?.risks ?? [], 'form'),
    isMismatch: !isAsking && shown !== undefined && !shown.review.signable,
  })
  function act() {
    switch (reason.action) {
      case 'connect':
        return openWalletDialog('connect')
      case 'fund':
        return openWalletDialog('receive')
      case 'refresh':
        return swap.refresh()
      case 'send':
        return navigate(buildSendLink({ asset: swap.search.to, amount: swap.search.amount }))
      case 'pair':
        return swap.setSearch(pairSides(swap.search, form.unlisted))
      case 'accept':
        return showOpenRisk()
      case 'review':
        return shown && onReview(shown)
      case undefined:
        return undefined
    }
  }
  const count = shown?.review.operations.length ?? 0
  const note =
    reason.note ??
    (reason.action === 'review'
      ? translate(
          '{count, plural, one {Next, you sign one operation.} other {Next, you sign # operations.}}',
          { count },
        )
      : undefined)
  const button = (
    <Button
      variant="primary"
      size="lg"
      className="w-full"
      disabled={reason.action === undefined}
      waiting={isAsking && reason.action === undefined && !reason.note ? reason.label : undefined}
      onClick={act}
    >
      {reason.label}
    </Button>
  )
  return (
    <>
      <h1 className="mb-6 text-xl font-semibold md:text-2xl">
        {form.isTransfer ? translate('Transfer') : translate('Swap')}
      </h1>
      <UnreadChains />
      <OtherTabsNote funds={funds} steps={['sent']} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[456px_minmax(0,1fr)] lg:gap-8">
        <SwapForm swap={swap} open={open} onOpen={setOpen}>
          <div className="hidden p-5 pt-3 md:block md:p-6 md:pt-4">
            {button}
            <p className="mt-3 min-h-5 text-center text-sm text-ink-3" aria-live="polite">
              {note}
            </p>
          </div>
        </SwapForm>
        <div id="quote" className="min-w-0 scroll-mt-20">
          <QuotePanel swap={swap} confirmations={confirmations} />
        </div>
      </div>
      <ActionBar shown={shown} view={(shown ?? swap.price?.shown)?.view} note={reason.note}>
        {button}
      </ActionBar>
    </>
  )
}

export declare namespace SwapView {
  type Props = {
    swap: SwapModel
    confirmations: Confirmations
    onReview: (shown: ShownQuote) => void
  }
}
