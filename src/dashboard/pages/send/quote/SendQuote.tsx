import { CloudOff, RefreshCw, RouteOff, Wallet, Waves } from 'lucide-react'

import { Button } from '#dashboard/components/forms/Button.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { SolanaBeta } from '#dashboard/components/status/Beta.tsx'
import { touchesSolana } from '#dashboard/review/cases/parseQuote.ts'
import { openWalletDialog } from '#dashboard/wallets/walletDialogs.ts'
import { ExpiredQuote } from '../../quoting/ExpiredQuote.tsx'
import { FeeTable } from '../../quoting/FeeTable.tsx'
import { QuoteFlow } from '../../quoting/QuoteFlow.tsx'
import { QuoteHead } from '../../quoting/QuoteHead.tsx'
import { QuoteState } from '../../quoting/QuoteState.tsx'
import type { ShownQuote } from '../../quoting/useLiveQuote.ts'
import { RiskNotes } from '../../signing/RiskNotes.tsx'
import type { Confirmations } from '../../signing/useConfirmations.ts'
import { useIsExpired } from '../../signing/useQuoteLife.ts'
import type { SendModel } from '../state/useSend.ts'
import { SendSentence } from './SendSentence.tsx'

/** What sending costs, in each of its states. */
export function SendQuote(props: SendQuote.Props) {
  const { send, confirmations } = props
  const { shown, isAsking, error, form } = send
  const isExpired = useIsExpired(shown?.received)
  const { recipient } = form
  // Nothing is asked for a look-alike.
  if (recipient.kind === 'valid' && recipient.poisoning?.level === 'block') return null
  return (
    <section className="panel p-5 md:px-7 md:py-6" aria-label="What it costs" aria-busy={isAsking}>
      {renderState()}
    </section>
  )

  function renderState() {
    if (form.shortage !== undefined || form.asset?.units === 0n) return <NotEnough send={send} />
    if (error && !shown) return <FailedQuote send={send} />
    if (!shown) return isAsking ? <Asking send={send} /> : <Waiting />
    if (isExpired && !isAsking) return <ExpiredQuote shown={shown} onRefresh={send.refresh} />
    return <ShownCosts send={send} shown={shown} confirmations={confirmations} />
  }
}

export declare namespace SendQuote {
  type Props = {
    send: SendModel
    confirmations: Confirmations
  }
}

function ShownCosts(props: { send: SendModel; shown: ShownQuote; confirmations: Confirmations }) {
  const { send, shown, confirmations } = props
  const { isAsking, search } = send
  const formats = useFormats()
  const { view, received } = shown
  return (
    <>
      <QuoteHead title="What it costs" shown={shown} isAsking={isAsking} onRefresh={send.refresh} />
      <div className={isAsking ? 'opacity-60' : ''}>
        <p className="mt-2 text-ink-2">
          <SendSentence view={view} isExact={!search.isAll} />
        </p>
        <div className="mt-5">
          <QuoteFlow view={view} />
        </div>
        <div className="mt-5 border-t border-line pt-4">
          <div className="mb-1 flex items-center justify-between">
            <h3 className="font-semibold">Fees</h3>
            <span className="num font-semibold">{formats.usd(view.feesUsd)}</span>
          </div>
          <p className="mb-1 text-sm text-ink-3">
            Part of what you pay: for gas on every chain, delivery and the service.
          </p>
          <FeeTable fees={view.fees} feesUsd={view.feesUsd} />
        </div>
      </div>
      <RiskNotes
        shown={shown}
        at="form"
        accepted={confirmations.accepted}
        onAccept={confirmations.accept}
      />
      {touchesSolana(received.quote) && (
        <div className="mt-4">
          <SolanaBeta isFolded />
        </div>
      )}
      <output className="sr-only" aria-live="polite">
        {isAsking
          ? ''
          : `They get ${formats.asset(view.received)} on ${view.received.chain.name}, you pay ${formats.asset(view.paid)}.`}
      </output>
    </>
  )
}

function Waiting() {
  return (
    <QuoteState
      icon={Waves}
      tone="text-ink-3"
      title="What it costs appears here"
      body="Name the recipient and the amount that arrives. You see what you pay for it before anything moves."
    />
  )
}

function Asking({ send }: { send: SendModel }) {
  return (
    <QuoteState
      icon={RefreshCw}
      tone="text-channel"
      title="Working out what it costs"
      isBusy
      body={`Checking ${send.chains.size} chains.`}
    />
  )
}

function NotEnough({ send }: { send: SendModel }) {
  const { form, search, setSearch } = send
  const formats = useFormats()
  const { asset, arrival, shortage } = form
  if (asset?.units === undefined) return null
  const { units, decimals, symbol } = asset
  const held = formats.amount(units, { decimals })
  const short = formats.amount(shortage ?? 0n, { decimals: arrival?.decimals ?? decimals })
  return (
    <QuoteState
      icon={Wallet}
      tone="text-flare"
      title={units === 0n ? `You have no ${symbol}` : `You have ${held} ${symbol}`}
      body={
        units === 0n
          ? `Receive ${symbol} on any chain, then send it from here.`
          : `This needs ${short} ${symbol} more, and the fees. Lower the amount or receive more on any chain.`
      }
    >
      {units > 0n && (
        <Button variant="primary" onClick={() => setSearch({ ...search, amount: '', isAll: true })}>
          Send all
        </Button>
      )}
      <Button onClick={() => openWalletDialog('receive')}>Receive</Button>
    </QuoteState>
  )
}

function FailedQuote({ send }: { send: SendModel }) {
  const { error, search, setSearch } = send
  if (!error) return null
  const { code } = error
  return (
    <div role="alert">
      <QuoteState
        icon={error.kind === 'service' ? CloudOff : RouteOff}
        tone="text-flare"
        title={error.title}
        body={error.body}
      >
        {error.action === 'refresh' && (
          <Button icon={RefreshCw} onClick={send.refresh}>
            Try now
          </Button>
        )}
        {code === 'INSUFFICIENT_BALANCE' && !search.isAll && (
          <Button onClick={() => setSearch({ ...search, amount: '', isAll: true })}>
            Send all
          </Button>
        )}
      </QuoteState>
      <p className="mono mt-4 text-sm break-words text-ink-3">
        {code} {error.detail}
      </p>
    </div>
  )
}
