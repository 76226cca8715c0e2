import { useId } from 'react'

import { type Formats, useFormats } from '../../components/Formats.tsx'
import { Note, type Tone } from '../../components/Note.tsx'
import type { Risk, RiskLevel } from '../../review/risks.ts'
import type { Review } from '../../review/verifyQuote.ts'

const tones = {
  caution: 'buff',
  warning: 'buff',
  confirm: 'flare',
  refuse: 'flare',
} satisfies Record<RiskLevel, Tone>

/** What a person should know about a quote before they sign, and the box that accepts the worst. */
export function RiskNotes(props: RiskNotes.Props) {
  const { shown, accepted, onAccept } = props
  const { risks, view } = shown
  const formats = useFormats()
  const id = useId()
  const mismatches = shown.review.findings.filter(({ state }) => state === 'mismatch')
  const confirmed = risks.filter(({ level }) => level === 'confirm')
  if (risks.length === 0 && mismatches.length === 0) return null
  const lostUsd = Math.max(0, view.paidUsd - view.received.valueUsd)
  return (
    <div className="mt-5 flex flex-col gap-3">
      {mismatches.map(({ id: finding, claim, evidence }) => (
        <Note key={finding} tone="flare" title={claim} isAlert>
          <span className="break-words">{evidence}</span>
        </Note>
      ))}
      {risks.map((risk) => (
        <Note key={risk.id} tone={tones[risk.level]} title={titleOf(risk, formats)}>
          {bodyOf(risk, {
            paid: formats.usd(view.paidUsd),
            received: formats.usd(view.received.valueUsd),
          })}
        </Note>
      ))}
      {confirmed.length > 0 && (
        <label htmlFor={id} className="flex items-start gap-3 text-sm">
          <input
            id={id}
            type="checkbox"
            className="mt-0.5 h-4.5 w-4.5 accent-channel"
            checked={accepted}
            onChange={({ target }) => onAccept(target.checked)}
          />
          <span>
            {confirmed.some(({ id: risk }) => risk === 'value')
              ? 'I accept that nobody could check what this is worth'
              : `I accept receiving ${formats.usd(lostUsd)} less than I pay`}
          </span>
        </label>
      )}
    </div>
  )
}

export declare namespace RiskNotes {
  type Props = {
    /** Dollars are as the quote says; what the feeds do not confirm is a risk of its own. */
    shown: {
      risks: readonly Risk[]
      review: Pick<Review, 'findings'>
      view: { paidUsd: number; received: { valueUsd: number } }
    }
    accepted: boolean
    onAccept: (accepted: boolean) => void
  }
}

function titleOf({ id, size }: Risk, formats: Formats): string {
  switch (id) {
    case 'impact':
      return `You lose ${formats.share(size)} to price impact.`
    case 'fees':
      return `Fees are ${formats.share(size)} of what you pay.`
    case 'value':
      return 'What this is worth is not known.'
    case 'slippage':
      return size < 0.001
        ? 'This slippage limit is very low.'
        : `This slippage limit is high: ${formats.share(size)}.`
    case 'clock':
      return `Your clock is ${Math.round(size)} seconds off.`
  }
}

function bodyOf({ id, size }: Risk, usd: { paid: string; received: string }): string {
  switch (id) {
    case 'impact':
      return `You pay ${usd.paid} and receive ${usd.received}. Splitting the swap usually costs less.`
    case 'fees':
      return 'They cover gas on each chain, so a larger amount pays relatively less.'
    case 'value':
      return 'There is no price for one of the assets, so nobody can tell whether this is fair.'
    case 'slippage':
      return size < 0.001
        ? 'A small move of the price stops the swap and everything comes back.'
        : 'You may receive that much less than quoted.'
    case 'clock':
      return "Times on this page follow the service's clock instead."
  }
}
