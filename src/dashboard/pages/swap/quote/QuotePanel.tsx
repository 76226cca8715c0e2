import { RouteOff, Wallet, Waves } from 'lucide-react'

import { formatAmount } from '#protocol/ids/amount.ts'
import { Button } from '#dashboard/components/forms/Button.tsx'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { translate } from '../../../language/translate.ts'
import { getChosenAsset } from '../../quoting/assets/assetChoices.ts'
import { QuoteDetails } from './QuoteDetails.tsx'
import { SealLine } from './SealLine.tsx'
import { SwapDelivery } from './SwapDelivery.tsx'
import { SwapPrice } from './SwapPrice.tsx'
import { AskingState, ExpiredQuote, QuoteState } from '../../quoting/QuoteState.tsx'
import { FailedQuote } from '../../quoting/FailedQuote.tsx'
import { LiveQuoteBody } from '../../quoting/LiveQuoteBody.tsx'
import { QuoteFlow } from '../../quoting/QuoteFlow.tsx'
import { useIsExpired } from '../../signing/useQuoteLife.ts'
import type { Confirmations } from '../../signing/useConfirmations.ts'
import type { UnlistedProblem } from '../state/unlistedReason.ts'
import type { SwapModel } from '../state/useSwap.ts'
import type { ShownQuote } from '../../quoting/liveQuote.ts'

/** The quote beside the form, in each of its states. */
export function QuotePanel(props: QuotePanel.Props) {
  const { swap, confirmations } = props
  const { shown, isAsking, error, form, unlistedProblem } = swap
  const isExpired = useIsExpired(shown?.received)
  const formats = useFormats()
  if (unlistedProblem) return <UnlistedState problem={unlistedProblem} />
  if (swap.price && form.unlisted) return <NoUnlistedPrice hasWallet={swap.hasWallet} />
  if (form.isNoop) return <NothingToMove />
  if (swap.price) return <SwapPrice swap={swap} price={swap.price} />
  if (error && !shown)
    return (
      <section className="panel p-5 md:px-7 md:py-6" aria-label={translate('Quote')}>
        <FailedQuote error={error} onRefresh={swap.refresh}>
          <UseMost swap={swap} most={error.most} />
        </FailedQuote>
      </section>
    )
  if (!shown)
    return (
      <section
        className="panel p-5 md:px-7 md:py-6"
        aria-label={translate('Quote')}
        aria-busy={isAsking}
      >
        {isAsking ? (
          <AskingState title={translate('Finding a route')} chainCount={swap.chains.size} />
        ) : (
          <QuoteState
            icon={Waves}
            tone="text-ink-3"
            title={form.amount ? translate('The quote appears here') : translate('Enter an amount')}
            body={translate('The quote appears here and refreshes automatically.')}
          />
        )}
      </section>
    )
  if (isExpired && !isAsking) return <ExpiredQuote shown={shown} onRefresh={swap.refresh} />
  return (
    <section
      className="panel p-5 md:px-7 md:py-6"
      aria-label={translate('Quote')}
      aria-busy={isAsking}
    >
      <LiveQuoteBody
        shown={shown}
        isAsking={isAsking}
        onRefresh={swap.refresh}
        confirmations={confirmations}
        announcement={getAnnouncement(shown, formats)}
      >
        <div className="mt-5">
          <QuoteFlow view={shown.view} />
        </div>
        <SwapDelivery swap={swap} received={shown.view.received} />
        <QuoteDetails
          view={shown.view}
          slippage={shown.received.quote.slippage}
          operations={shown.review.operations}
        />
        <SealLine shown={shown} />
      </LiveQuoteBody>
    </section>
  )
}

export declare namespace QuotePanel {
  type Props = {
    swap: SwapModel
    confirmations: Confirmations
  }
}

function UnlistedState({ problem }: { problem: UnlistedProblem }) {
  const { short, sentence, isBusy = false } = problem
  return (
    <section
      className="panel p-5 md:px-7 md:py-6"
      aria-label={translate('Quote')}
      aria-busy={isBusy}
    >
      <QuoteState
        icon={isBusy ? Waves : RouteOff}
        tone={isBusy ? 'text-ink-3' : 'text-flare'}
        title={short}
        body={sentence}
      />
    </section>
  )
}

function NoUnlistedPrice(props: { hasWallet: boolean }) {
  return (
    <section className="panel p-5 md:px-7 md:py-6" aria-label={translate('Quote')}>
      <QuoteState
        icon={Wallet}
        tone="text-ink-3"
        title={
          props.hasWallet
            ? translate('Not enough for a quote')
            : translate('Connect a wallet to see a price')
        }
        body={translate(
          'Unlisted tokens are only priced for a connected account with enough balance, after a simulation.',
        )}
      />
    </section>
  )
}

function NothingToMove() {
  return (
    <section className="panel p-5 md:px-7 md:py-6" aria-label={translate('Quote')}>
      <QuoteState
        icon={Waves}
        tone="text-ink-3"
        title={translate('Nothing to swap')}
        body={translate(
          'Both sides are the same asset in your own account. Choose a different asset or recipient.',
        )}
      />
    </section>
  )
}

/** Pays the most that can be moved instead, where the service named it. */
function UseMost(props: { swap: SwapModel; most: bigint | undefined }) {
  const { swap, most } = props
  const formats = useFormats()
  const asset = swap.form.from && getChosenAsset(swap.form.from)
  if (most === undefined || !asset) return null
  const amount = formatAmount(most, asset.decimals)
  return (
    <Button variant="primary" onClick={() => swap.setSearch({ ...swap.search, amount })}>
      {translate('Use {held}', { held: formats.amount(most, { decimals: asset.decimals }) })}
    </Button>
  )
}

function getAnnouncement({ view }: ShownQuote, { asset }: Formats): string {
  const { received } = view
  return translate('Quote: you receive {received} on {chain}.', {
    received: asset(received),
    chain: received.chain.name,
  })
}
