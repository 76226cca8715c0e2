import { Button } from '../../components/forms/Button.tsx'
import { ExpiryRing } from '../../components/status/ExpiryRing.tsx'
import { useBarHeight } from '../../components/overlays/useBarHeight.ts'
import { Note } from '../../components/status/Note.tsx'
import { useIsOffline } from '../../components/status/useIsOffline.ts'
import { translate } from '../../language/translate.ts'
import { acceptFirst, acceptQuoteFirst, showOpenRisk } from './findSigningBlocker.ts'
import { expiredMessage, type SigningErrorMessage } from './describeSigningError.ts'
import type { QuoteLife } from './useQuoteLife.ts'
import type { Signing } from './useSigning.ts'

/** Texts of the panel for what is being signed. */
export type SigningLabels = {
  expired: string
  /** The time that is left, such as `Quote good for 12 seconds`. */
  nameTimeLeft: (time: string) => string
  /** Button label once it has expired. */
  again: string
  /** Button label once everything is signed. */
  send: string
  sending: string
  over: SigningErrorMessage
}

const quoteLabels: SigningLabels = {
  expired: translate('Quote expired'),
  nameTimeLeft: (time) => translate('Quote expires in {time}', { time }),
  again: translate('Get a new quote'),
  send: translate('Send signed quote'),
  sending: translate('Sending signed quote'),
  over: expiredMessage,
}

/** Where all is signed already, as for a call that pays for itself. */
const sendingLabels: SigningLabels = {
  ...quoteLabels,
  send: translate('Run call'),
  sending: translate('Sending call'),
}

/** Remaining time, number of signed operations, and the main button. */
export function SigningPanel(props: SigningPanel.Props) {
  const { life, total, wallet, onNewQuote, onCancel } = props
  const { labels = total === 0 ? sendingLabels : quoteLabels } = props
  const isOffline = useIsOffline()
  const bar = useBarHeight<HTMLElement>()
  const mayBeSent = props.signing.error?.mayBeSent === true
  const isExpired = life.isExpired && !mayBeSent
  const signing = isExpired ? toExpired(props.signing, labels.over) : props.signing
  const { phase, signed, error } = signing
  const isOver = phase.step === 'idle' && (isExpired || error?.isOver === true)
  const blocked = mayBeSent ? undefined : props.blocked
  const canCancel = phase.step !== 'sending' && !mayBeSent
  // What only the user's consent is missing for is the next thing to do.
  const isAsked = blocked === acceptFirst || blocked === acceptQuoteFirst
  return (
    <section
      className="panel p-5 max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(var(--tabbar-h)+env(safe-area-inset-bottom))] max-md:z-(--z-sticky) max-md:rounded-none max-md:border-x-0 max-md:px-4 max-md:py-3 md:p-6"
      aria-label={translate('Signing')}
      ref={bar}
    >
      <div className="flex items-center gap-4">
        <ExpiryRing secondsLeft={life.secondsLeft} secondsTotal={life.secondsTotal} size={48} />
        <div className="min-w-0 flex-1">
          <div className="font-semibold">{getHeading(life, { mayBeSent, labels })}</div>
          {total > 0 && (
            <div className="mt-2 flex items-center gap-1.5">
              {Array.from({ length: total }, (_, index) => (
                <span
                  key={index}
                  className={`h-1.5 flex-1 rounded-full ${getBarTone(signing, index)}`}
                />
              ))}
              <output className="num ml-2 text-sm text-ink-2" aria-live="polite">
                {translate('{signed} of {total} signed', { signed: signed.length, total })}
              </output>
            </div>
          )}
        </div>
      </div>
      {error && (
        <div className="mt-3 md:mt-5">
          <Note tone={error.isOver ? 'flare' : 'buff'} title={error.title} isAlert>
            {error.body}
          </Note>
        </div>
      )}
      <div className="mt-3 flex gap-3 md:mt-5">
        {canCancel && (
          <Button size="lg" className="shrink-0 md:hidden" onClick={onCancel}>
            {translate('Cancel')}
          </Button>
        )}
        {isOver ? (
          <Button
            variant="primary"
            size="lg"
            className="min-w-0 flex-1"
            disabled={isOffline}
            onClick={onNewQuote}
          >
            {labels.again}
          </Button>
        ) : isAsked ? (
          <Button variant="primary" size="lg" className="min-w-0 flex-1" onClick={showOpenRisk}>
            {blocked}
          </Button>
        ) : (
          <Button
            variant="primary"
            size="lg"
            className="min-w-0 flex-1"
            disabled={blocked !== undefined}
            waiting={getWaitingText(signing, { total, wallet, sending: labels.sending })}
            onClick={signing.start}
          >
            {error?.retry ?? getSignLabel(total - signed.length, labels)}
          </Button>
        )}
      </div>
      {isOver && isOffline && (
        <output className="mt-3 block text-center text-sm text-ink-3">
          {translate('Works again once you’re back online.')}
        </output>
      )}
      {blocked && !isAsked && !isOver && (
        <p className="mt-3 text-center text-sm text-ink-3">{blocked}</p>
      )}
      <div
        className={`mt-3.5 flex justify-end text-sm max-md:hidden ${canCancel ? '' : 'invisible'}`}
      >
        <button type="button" className="link" onClick={onCancel}>
          {translate('Cancel')}
        </button>
      </div>
    </section>
  )
}

export declare namespace SigningPanel {
  type Props = {
    life: QuoteLife
    total: number
    signing: Signing
    /** Name of the wallet that is asked. */
    wallet: string
    blocked: string | undefined
    /** Defaults to the texts of a quote. */
    labels?: SigningLabels
    onNewQuote: () => void
    onCancel: () => void
  }
}

function getHeading(
  life: QuoteLife,
  { mayBeSent, labels }: { mayBeSent: boolean; labels: SigningLabels },
): string {
  if (mayBeSent) return translate('Sent, awaiting response')
  return life.isExpired ? labels.expired : labels.nameTimeLeft(formatTimeLeft(life))
}

/** Resets an expired quote: its signatures are void, and earlier errors no longer apply. */
function toExpired(signing: Signing, error: SigningErrorMessage): Signing {
  if (signing.phase.step !== 'idle') return signing
  return { ...signing, signed: [], error }
}

/**
 * Returns what the button waits for: `Confirm 1 of 2 in Wallet`. Counts signatures in the order in
 * which they are made, which need not be that of the operations.
 */
function getWaitingText(
  { phase, signed }: Signing,
  of: { total: number; wallet: string; sending?: string },
): string | undefined {
  if (phase.step === 'asking')
    return of.total === 1
      ? translate('Confirm in {wallet}', { wallet: of.wallet })
      : translate('Confirm {number} of {total} in {wallet}', {
          number: signed.length + 1,
          total: of.total,
          wallet: of.wallet,
        })
  return phase.step === 'sending' ? (of.sending ?? quoteLabels.sending) : undefined
}

/** Formats seconds for the last two minutes, whole minutes before. */
function formatTimeLeft({ secondsLeft }: QuoteLife): string {
  const seconds = Math.ceil(secondsLeft)
  return seconds <= 120
    ? translate('{count, plural, one {# second} other {# seconds}}', { count: seconds })
    : translate('{count, plural, one {# minute} other {# minutes}}', {
        count: Math.floor(seconds / 60),
      })
}

function getSignLabel(left: number, { send }: SigningLabels): string {
  if (left === 0) return send
  return translate('{left, plural, one {Sign one operation} other {Sign # operations}}', { left })
}

/** The bars fill from the first on, like the count beside them. */
function getBarTone({ signed, phase }: Signing, index: number): string {
  if (index < signed.length) return 'bg-reed'
  return phase.step === 'asking' && index === signed.length ? 'bg-channel' : 'bg-line'
}
