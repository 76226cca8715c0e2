import { useMemo } from 'react'

import { Button } from '../../components/forms/Button.tsx'
import { translate } from '../../language/translate.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { UnreadChains } from '../notes/UnreadChains.tsx'
import { ActionBar } from '../quoting/ActionBar.tsx'
import { OtherTabsNote } from '../signing/OtherTabsNote.tsx'
import { showOpenRisk } from '../signing/findSigningBlocker.ts'
import { toFundKey } from '../signing/storage/otherTabs.ts'
import type { Confirmations } from '../signing/useConfirmations.ts'
import { useIsExpired } from '../signing/useQuoteLife.ts'
import { AmountPart } from './form/AmountPart.tsx'
import { RecipientPart } from './form/RecipientPart.tsx'
import { RecipientChecks } from './quote/RecipientChecks.tsx'
import { SendQuote } from './quote/SendQuote.tsx'
import { getSendReason } from './state/sendReason.ts'
import type { SendModel } from './state/useSend.ts'

/** The form beside what it costs and what is known of the recipient, with one main button. */
export function SendView(props: SendView.Props) {
  const { send, confirmations } = props
  const { shown, form, isAsking } = send
  const { accounts } = useAccount()
  const funds = useMemo(
    () =>
      (form.source?.members ?? []).flatMap(({ assetId }) =>
        accounts.map(({ accountAddress }) =>
          toFundKey({ account: accountAddress, assetType: assetId }),
        ),
      ),
    [form.source, accounts],
  )
  const { label, note, action, act } = useMainAction(props)
  const button = (
    <Button
      variant="primary"
      size="lg"
      className="w-full"
      disabled={action === undefined}
      waiting={isAsking && action === undefined && !note ? label : undefined}
      onClick={act}
    >
      {label}
    </Button>
  )
  const count = shown?.review.operations.length ?? 0
  const below =
    note ??
    (action === 'review'
      ? translate(
          '{count, plural, one {Next, you sign one operation.} other {Next, you sign # operations.}}',
          { count },
        )
      : undefined)
  return (
    <>
      <h1 className="mb-6 text-xl font-semibold md:text-2xl">{translate('Send')}</h1>
      <UnreadChains />
      <OtherTabsNote funds={funds} steps={['sent']} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[520px_minmax(0,1fr)] lg:gap-8">
        <section className="panel" aria-label={translate('What to send')}>
          <RecipientPart send={send} />
          <AmountPart send={send} />
          <div className="hidden border-t border-line p-5 md:block md:p-6">
            {button}
            <p className="mt-3 min-h-5 text-center text-sm text-ink-3" aria-live="polite">
              {below}
            </p>
          </div>
        </section>
        <div id="quote" className="flex scroll-mt-20 flex-col gap-6">
          <SendQuote send={send} confirmations={confirmations} />
          <RecipientChecks send={send} />
        </div>
      </div>
      <ActionBar shown={shown} view={(shown ?? send.price?.shown)?.view} note={note}>
        {button}
      </ActionBar>
    </>
  )
}

export declare namespace SendView {
  type Props = {
    send: SendModel
    confirmations: Confirmations
    onReview: () => void
  }
}

/** The first reason that applies, and what the button does then. */
function useMainAction({ send, confirmations, onReview }: SendView.Props) {
  const { shown, isAsking, signers } = send
  const isExpired = useIsExpired(shown?.received)
  const reason = getSendReason({
    form: send.form,
    isAll: send.search.isAll,
    isConnected: signers.evm !== undefined || signers.solana !== undefined,
    isConnecting: send.owner.status === 'connecting',
    isEmpty: send.isEmpty,
    isOffline: send.isOffline,
    quote: isAsking ? 'asking' : shown ? (isExpired ? 'expired' : 'there') : 'none',
    error: send.error,
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
        return send.refresh()
      case 'accept':
        return showOpenRisk()
      case 'review':
        return onReview()
      case undefined:
        return undefined
    }
  }
  return { ...reason, act }
}
