import { Waves } from 'lucide-react'

import { Button } from '#dashboard/components/forms/Button.tsx'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { translate } from '../../../language/translate.ts'
import { ExpiredQuote, AskingState, QuoteState } from '../../quoting/QuoteState.tsx'
import { FeeSection } from '../../quoting/FeeSection.tsx'
import { MissingFunds } from '../../quoting/MissingFunds.tsx'
import { PricePanel } from '../../quoting/PricePanel.tsx'
import type { QuoteView } from '../../quoting/quoteView.ts'
import type { LivePrice } from '../../quoting/useLivePrice.ts'
import { QuoteFlow } from '../../quoting/QuoteFlow.tsx'
import { FailedQuote } from '../../quoting/FailedQuote.tsx'
import { LiveQuoteBody } from '../../quoting/LiveQuoteBody.tsx'
import type { ShownQuote } from '../../quoting/liveQuote.ts'
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
  if (send.price) return <SendPrice send={send} price={send.price} />
  return (
    <section
      className="panel p-5 md:px-7 md:py-6"
      aria-label={translate('Cost')}
      aria-busy={isAsking}
    >
      {renderState()}
    </section>
  )

  function renderState() {
    if (error && !shown) return <FailedQuote error={error} onRefresh={send.refresh} />
    if (!shown)
      return isAsking ? (
        <AskingState title={translate('Calculating cost')} chainCount={send.chains.size} />
      ) : (
        <QuoteState icon={Waves} tone="text-ink-3" {...waiting} />
      )
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
  const { isAsking } = send
  const formats = useFormats()
  const { view } = shown
  return (
    <LiveQuoteBody
      title={translate('Cost')}
      shown={shown}
      isAsking={isAsking}
      onRefresh={send.refresh}
      confirmations={confirmations}
      announcement={describeCosts(view, formats)}
    >
      <p className="mt-2 text-ink-2">
        <SendSentence view={view} />
      </p>
      <div className="mt-5">
        <QuoteFlow view={view} />
      </div>
      <FeeSection view={view} />
    </LiveQuoteBody>
  )
}

function SendPrice({ send, price }: { send: SendModel; price: LivePrice }) {
  const formats = useFormats()
  return (
    <PricePanel
      price={price}
      label={translate('Cost')}
      waiting={{
        title: waiting.title,
        body: send.hasWallet
          ? translate('Enter the amount to send.')
          : translate('Enter the amount to send. You don’t need a wallet to see the cost.'),
      }}
      missing={isShort(send) && <Missing send={send} />}
      chainCount={send.chains.size}
      render={({ view }) => (
        <>
          <p className="mt-4 text-ink-2">
            <SendSentence view={view} />
          </p>
          <div className="mt-5">
            <QuoteFlow view={view} />
          </div>
          <FeeSection view={view} />
        </>
      )}
      announce={({ view }) => describeCosts(view, formats)}
    />
  )
}

function describeCosts({ received, paid }: QuoteView, { asset }: Formats): string {
  return translate('They receive {received} on {chain}, you pay {paid}.', {
    received: asset(received),
    chain: received.chain.name,
    paid: asset(paid),
  })
}

const waiting = {
  title: translate('The cost appears here'),
  body: translate('Enter the recipient and the amount. You see the cost before anything moves.'),
}

function isShort({ isEmpty, form, error }: SendModel): boolean {
  return (
    isEmpty || form.shortage !== undefined || error?.kind === 'balance' || form.source?.units === 0n
  )
}

function Missing({ send }: { send: SendModel }) {
  const { form, search, setSearch, isEmpty, error } = send
  const { source, arrival, shortage } = form
  const formats = useFormats()
  if (!source) return null
  const { units, decimals, symbol } = source
  const refused = shortage === undefined && units !== 0n ? error : undefined
  const short = formats.amount(shortage ?? 0n, { decimals: arrival?.decimals ?? decimals })
  return (
    <MissingFunds
      isEmpty={isEmpty}
      held={source}
      title={refused?.title}
      body={
        refused?.body ??
        (units === 0n
          ? translate('Receive {symbol} on any chain, then send it from here.', { symbol })
          : translate(
              'You need {short} {symbol} more, plus fees. Lower the amount or receive more on any chain.',
              { short, symbol },
            ))
      }
      onUseAll={
        search.without.length > 0 && !isEmpty
          ? () => setSearch({ ...search, without: [] })
          : undefined
      }
      detail={refused && `${refused.code} ${refused.detail}`}
    >
      {units !== 0n && !search.isAll && (
        <Button variant="primary" onClick={() => setSearch({ ...search, amount: '', isAll: true })}>
          {translate('Send all')}
        </Button>
      )}
    </MissingFunds>
  )
}
