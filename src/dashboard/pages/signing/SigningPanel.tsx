import { Button } from '../../components/Button.tsx'
import { ExpiryRing } from '../../components/ExpiryRing.tsx'
import { Note } from '../../components/Note.tsx'
import { expiredProblem } from './signingProblem.ts'
import type { QuoteLife } from './useQuoteLife.ts'
import type { Signing } from './useSigning.ts'

/** The quote's life, how many operations are signed, and the one button that goes on. */
export function SigningPanel(props: SigningPanel.Props) {
  const { life, total, wallet, blocked, onNewQuote, onCancel } = props
  const signing = life.isExpired ? expired(props.signing) : props.signing
  const { phase, signed, problem } = signing
  const isOver = life.isExpired || problem?.isOver === true
  const seconds = Math.ceil(life.secondsLeft)
  return (
    <section
      className="panel p-5 max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(var(--tabbar-h)+env(safe-area-inset-bottom))] max-md:z-(--z-sticky) max-md:rounded-none max-md:border-x-0 max-md:px-4 max-md:py-3 md:p-6"
      aria-label="Signing"
    >
      <div className="flex items-center gap-4">
        <ExpiryRing secondsLeft={life.secondsLeft} secondsTotal={life.secondsTotal} size={48} />
        <div className="min-w-0 flex-1">
          <div className="font-semibold">
            {life.isExpired ? 'Quote expired' : `Quote good for ${seconds} seconds`}
          </div>
          <div className="mt-2 flex items-center gap-1.5">
            {Array.from({ length: total }, (_, index) => (
              <span
                key={index}
                className={`h-1.5 flex-1 rounded-full ${barTone(signing, index)}`}
              />
            ))}
            <output className="num ml-2 text-sm text-ink-2" aria-live="polite">
              {signed.length} of {total} signed
            </output>
          </div>
        </div>
      </div>
      {problem && (
        <div className="mt-3 md:mt-5">
          <Note tone={problem.isOver ? 'flare' : 'buff'} title={problem.title} isAlert>
            {problem.body}
          </Note>
        </div>
      )}
      <div className="mt-3 md:mt-5">
        {isOver && phase.step === 'idle' ? (
          <Button variant="primary" size="lg" className="w-full" onClick={onNewQuote}>
            Get a new quote
          </Button>
        ) : (
          <Button
            variant="primary"
            size="lg"
            className="w-full"
            disabled={blocked !== undefined}
            waiting={waitingText(signing, { total, wallet })}
            onClick={signing.start}
          >
            {problem?.retry ?? signLabel(total - signed.length)}
          </Button>
        )}
      </div>
      {blocked && <p className="mt-3 text-center text-sm text-ink-3">{blocked}</p>}
      <div className="mt-3.5 flex justify-end text-sm max-md:hidden">
        <button type="button" className="link" onClick={onCancel}>
          Cancel, nothing is sent
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
    /** Why nothing can be signed. */
    blocked: string | undefined
    onNewQuote: () => void
    onCancel: () => void
  }
}

/** Signatures of a quote that is over count for nothing, and what was said of it holds no more. */
function expired(signing: Signing): Signing {
  if (signing.phase.step !== 'idle') return signing
  return { ...signing, signed: [], problem: expiredProblem }
}

/** What the button waits for: `1 of 2, in Wallet`. */
export function waitingText(
  { phase }: Pick<Signing, 'phase'>,
  of: { total: number; wallet: string },
): string | undefined {
  if (phase.step === 'asking')
    return `Waiting for ${phase.index + 1} of ${of.total}, in ${of.wallet}`
  return phase.step === 'sending' ? 'Sending the signed quote' : undefined
}

function signLabel(left: number): string {
  if (left === 0) return 'Send the signed quote'
  return left === 1 ? 'Sign one operation' : `Sign ${left} operations`
}

function barTone({ signed, phase }: Signing, index: number): string {
  if (signed.includes(index)) return 'bg-reed'
  return phase.step === 'asking' && phase.index === index ? 'bg-channel' : 'bg-line'
}
