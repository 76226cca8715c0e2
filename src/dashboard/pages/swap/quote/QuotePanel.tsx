import { CloudOff, RefreshCw, RouteOff, TimerOff, Wallet, Waves } from 'lucide-react'
import type { ReactNode } from 'react'

import { formatAmount } from '#protocol/ids/amount.ts'
import { getQuoteEndMs } from '#dashboard/api/service/quote.ts'
import { SolanaBeta } from '#dashboard/components/status/Beta.tsx'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { ExpiryRing } from '#dashboard/components/status/ExpiryRing.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Icon } from '#dashboard/components/forms/Icon.tsx'
import { IconButton } from '#dashboard/components/forms/IconButton.tsx'
import { formatClockTime } from '#dashboard/components/status/formatTime.ts'
import { touchesSolana } from '#dashboard/review/cases/parseQuote.ts'
import { openWalletDialog } from '#dashboard/wallets/walletDialogs.ts'
import { getChosenAsset } from '../state/assetChoices.ts'
import { QuoteDetails } from './QuoteDetails.tsx'
import { QuoteFlow } from './QuoteFlow.tsx'
import { RiskNotes } from '../../signing/RiskNotes.tsx'
import { getShortage } from '../state/swapForm.ts'
import { useIsExpired, useQuoteLife } from '../../signing/useQuoteLife.ts'
import type { Confirmations } from '../../signing/useConfirmations.ts'
import type { ShownQuote, SwapModel } from '../state/useSwap.ts'

/** The quote beside the form, in each of its states. */
export function QuotePanel(props: QuotePanel.Props) {
  const { swap, confirmations } = props
  const { shown, isAsking, error, form } = swap
  const isExpired = useIsExpired(shown?.received)
  if (form.isNoop) return <NothingToMove />
  if (getShortage(form) !== undefined) return <NotEnough swap={swap} />
  if (error && !shown) return <QuoteError swap={swap} />
  if (!shown)
    return (
      <section className="panel p-5 md:px-7 md:py-6" aria-label="Quote" aria-busy={isAsking}>
        {isAsking ? (
          <State
            icon={RefreshCw}
            tone="text-channel"
            title="Finding a route"
            isBusy
            body={`Checking ${swap.chains.size} chains.`}
          />
        ) : (
          <State
            icon={Waves}
            tone="text-ink-3"
            title={form.amount ? 'The quote appears here' : 'Enter an amount'}
            body="The quote appears here and refreshes itself while you look at it."
          />
        )}
      </section>
    )
  if (isExpired && !isAsking) return <Expired shown={shown} swap={swap} />
  return (
    <section className="panel p-5 md:px-7 md:py-6" aria-label="Quote" aria-busy={isAsking}>
      <PanelHead shown={shown} isAsking={isAsking} onRefresh={swap.refresh} />
      <div className={isAsking ? 'opacity-60' : ''}>
        <div className="mt-5">
          <QuoteFlow view={shown.view} />
        </div>
        <QuoteDetails shown={shown} />
      </div>
      <RiskNotes
        shown={shown}
        at="form"
        accepted={confirmations.accepted}
        onAccept={confirmations.accept}
      />
      {touchesSolana(shown.received.quote) && (
        <div className="mt-4">
          <SolanaBeta isFolded />
        </div>
      )}
      <output className="sr-only" aria-live="polite">
        {isAsking ? '' : getAnnouncement(shown)}
      </output>
    </section>
  )
}

export declare namespace QuotePanel {
  type Props = {
    swap: SwapModel
    confirmations: Confirmations
  }
}

function PanelHead(props: { shown: ShownQuote; isAsking: boolean; onRefresh: () => void }) {
  const { shown, isAsking, onRefresh } = props
  const life = useQuoteLife(shown.received)
  return (
    <div className="flex items-center justify-between gap-4">
      <h2 className="text-lg font-semibold">Live quote</h2>
      <div className="flex items-center gap-3">
        <span
          className={`text-sm ${life && life.secondsLeft < 10 ? 'font-semibold text-buff' : 'text-ink-2'}`}
        >
          Good for
        </span>
        {life && <ExpiryRing secondsLeft={life.secondsLeft} secondsTotal={life.secondsTotal} />}
        <IconButton
          icon={RefreshCw}
          label="Refresh quote"
          iconSize={17}
          spin={isAsking}
          className="border border-line-strong"
          onClick={onRefresh}
        />
      </div>
    </div>
  )
}

function NothingToMove() {
  return (
    <section className="panel p-5 md:px-7 md:py-6" aria-label="Quote">
      <State
        icon={Waves}
        tone="text-ink-3"
        title="Nothing would move"
        body="Both sides are the same asset in your own account, so no quote is needed and nothing is paid."
      />
    </section>
  )
}

function NotEnough(props: { swap: SwapModel }) {
  const { form, search, setSearch } = props.swap
  const formats = useFormats()
  const asset = form.from && getChosenAsset(form.from)
  const missing = getShortage(form)
  if (asset?.units === undefined || missing === undefined) return null
  const { units, decimals, symbol } = asset
  const held = formats.amount(units, { decimals })
  const short = formats.amount(missing, { decimals })
  return (
    <section className="panel p-5 md:px-7 md:py-6" aria-label="Quote">
      <State
        icon={Wallet}
        tone="text-flare"
        title={units === 0n ? `You have no ${symbol}` : `You have ${held} ${symbol}`}
        body={`This needs ${short} ${symbol} more. Lower the amount or receive more on any chain.`}
      >
        {units > 0n && (
          <Button
            variant="primary"
            onClick={() => setSearch({ ...search, amount: formatAmount(units, decimals) })}
          >
            Use {held}
          </Button>
        )}
        <Button onClick={() => openWalletDialog('receive')}>Receive</Button>
      </State>
    </section>
  )
}

function Expired(props: { shown: ShownQuote; swap: SwapModel }) {
  const { shown, swap } = props
  return (
    <section className="panel p-5 md:px-7 md:py-6" aria-label="Quote">
      <State
        icon={TimerOff}
        tone="text-buff"
        title={`This quote expired at ${formatClockTime(getQuoteEndMs(shown.received), 'seconds')}`}
        body="Prices move, so each quote has a short life. Nothing was signed."
      >
        <Button variant="primary" onClick={swap.refresh}>
          Get a new quote
        </Button>
      </State>
    </section>
  )
}

function QuoteError(props: { swap: SwapModel }) {
  const { swap } = props
  const { error } = swap
  if (!error) return null
  const isService = error.kind === 'service'
  return (
    <section className="panel p-5 md:px-7 md:py-6" aria-label="Quote" role="alert">
      <State
        icon={isService ? CloudOff : RouteOff}
        tone="text-flare"
        title={error.title}
        body={error.body}
      >
        {error.action === 'refresh' && (
          <Button icon={RefreshCw} onClick={swap.refresh}>
            Try now
          </Button>
        )}
      </State>
      <p className="mono mt-4 text-sm break-words text-ink-3">
        {error.code} {error.detail}
      </p>
    </section>
  )
}

function State(props: {
  icon: typeof Waves
  tone: string
  title: string
  body: string
  isBusy?: boolean
  children?: ReactNode
}) {
  const { icon, tone, title, body, isBusy = false, children } = props
  return (
    <div className="min-h-52">
      <span className={tone}>
        <Icon of={icon} size={24} spin={isBusy} />
      </span>
      <h2 className="mt-2 text-lg font-semibold">{title}</h2>
      <p className="mt-1 max-w-prose break-words text-ink-2">{body}</p>
      {children && <div className="mt-4 flex gap-2">{children}</div>}
    </div>
  )
}

function getAnnouncement({ view }: ShownQuote): string {
  const { received } = view
  return `Quote: you receive ${Number(received.units) / 10 ** received.decimals} ${received.symbol} on ${received.chain.name}.`
}
