import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { Button } from '../../components/forms/Button.tsx'
import { Address } from '../../components/status/Address.tsx'
import type { Formats } from '../../components/amounts/createFormats.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { Note, type Tone } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import {
  type AskedAt,
  type Confirmation,
  getConfirmation,
  type Risk,
  type RiskLevel,
} from '../../review/messages/risks.ts'
import { getUnpinnedReason } from '../../review/trust.ts'
import type { Review } from '../../review/verifyQuote.ts'
import { setPinAnswer } from '../pinDialog.ts'
import { UnlistedPart } from './UnlistedPart.tsx'

const tones = {
  caution: 'buff',
  warning: 'buff',
  confirm: 'flare',
  refuse: 'flare',
} satisfies Record<RiskLevel, Tone>

/** Risks to know before signing, with a checkbox for each that has to be accepted. */
export function RiskNotes(props: RiskNotes.Props) {
  const { shown, at, accepted, onAccept } = props
  const { risks, view } = shown
  const formats = useFormats()
  const mismatches = shown.review.findings.filter(({ state }) => state === 'mismatch')
  const isUnpinned = getUnpinnedReason(shown.review) !== undefined
  if (risks.length === 0 && mismatches.length === 0 && !isUnpinned) return null
  const dollars = { paidUsd: view?.paidUsd ?? 0, receivedUsd: view?.received.valueUsd ?? 0 }
  // Without price feeds nothing was compared, so the risk must not blame a missing price.
  const areFeedsRead = !shown.review.findings.some(
    ({ id, state }) => id === 'price' && state === 'unchecked',
  )
  return (
    <section
      aria-label={translate('Risks')}
      data-risks
      className="not-first:mt-5 not-last:mb-5 flex flex-col gap-3"
    >
      {isUnpinned && <UnpinnedNote />}
      {mismatches.map(({ id: finding, claim, evidence }) => (
        <Note key={finding} tone="flare" title={claim} isAlert>
          <span className="break-words">{evidence}</span>
        </Note>
      ))}
      {risks.map((risk, index) => {
        const asked = getConfirmation(risk, at)
        // If two risks need the same acceptance, it is asked once, below the last of them.
        const isAsked =
          asked !== undefined &&
          risks.slice(index + 1).every((one) => getConfirmation(one, at) !== asked)
        return (
          <Note
            key={risk.id}
            tone={tones[risk.level]}
            // The cross icon is reserved for what cannot go on.
            {...(risk.level === 'refuse' ? {} : { icon: TriangleAlert })}
            title={getTitle(risk, formats)}
          >
            {getBody(risk, { dollars, formats, areFeedsRead })}
            {risk.id === 'unlisted' && at === 'form' && <UnlistedPart traded={risk.traded} />}
            {(risk.id === 'recipient' || risk.id === 'token') && (
              <div className="mt-1.5 text-sm">
                <Address
                  value={risk.id === 'token' ? risk.traded.asset.token : risk.address}
                  form="full"
                />
              </div>
            )}
            {isAsked && (
              <ConfirmBox
                isChecked={accepted.includes(asked)}
                onChange={(isAccepted) => onAccept(asked, isAccepted)}
              >
                {getConfirmationText(asked, { dollars, formats, risks })}
              </ConfirmBox>
            )}
          </Note>
        )
      })}
    </section>
  )
}

export declare namespace RiskNotes {
  type Props = {
    shown: {
      risks: readonly Risk[]
      review: Pick<Review, 'findings'>
      /** US dollars by the quote; a value that the feeds do not confirm is a separate risk. */
      view?: { paidUsd: number; received: { valueUsd: number } }
    }
    at: AskedAt
    accepted: readonly Confirmation[]
    onAccept: (asked: Confirmation, isAccepted: boolean) => void
  }
}

function UnpinnedNote() {
  return (
    <Note
      tone="buff"
      title={translate('This instance isn’t pinned yet.')}
      action={
        <Button size="sm" onClick={() => setPinAnswer('asking')}>
          {translate('Compare fingerprint')}
        </Button>
      }
    >
      {translate(
        'All amounts are as reported by the service. You can’t sign until you compare the fingerprint.',
      )}
    </Note>
  )
}

function getTitle(risk: Risk, formats: Formats): string {
  switch (risk.id) {
    case 'impact':
      return translate('Price impact is {share}.', { share: formats.share(risk.size) })
    case 'fees':
      return translate('Fees are {share} of what you pay.', { share: formats.share(risk.size) })
    case 'value':
      return translate('The value of this is unknown.')
    case 'slippage':
      return risk.size < 0.001
        ? translate('This slippage limit is very low.')
        : translate('This slippage limit is high ({percent}).', {
            percent: formats.limit(risk.size * 10_000),
          })
    case 'clock':
      return translate('Your clock is {count, plural, one {# second} other {# seconds}} off.', {
        count: Math.round(risk.size),
      })
    case 'recipient':
      return translate('This recipient came from a link.')
    case 'unlisted':
      return translate('{symbol} is unlisted.', { symbol: risk.traded.asset.symbol })
    case 'token':
      return translate('This token came from a link.')
    case 'calls':
      return risk.count === 1
        ? translate('This call came from a link or a file.')
        : translate('These calls came from a link or a file.')
  }
}

type RiskAmounts = { paidUsd: number; receivedUsd: number }

function getBody(
  risk: Risk,
  of: { dollars: RiskAmounts; formats: Formats; areFeedsRead: boolean },
): string {
  const { dollars, formats, areFeedsRead } = of
  switch (risk.id) {
    case 'impact':
      return translate(
        'You pay {paidUsd} and receive {receivedUsd}. Splitting the swap usually costs less.',
        {
          paidUsd: formats.dollars(dollars.paidUsd),
          receivedUsd: formats.dollars(dollars.receivedUsd),
        },
      )
    case 'fees':
      return translate(
        'They cover network fees on each chain, so a larger amount pays relatively less.',
      )
    case 'value':
      return areFeedsRead
        ? translate('One of the assets has no price, so this rate can’t be checked.')
        : translate(
            'This browser can’t reach the price feeds, so this rate isn’t checked. Retrying.',
          )
    case 'slippage':
      return risk.size < 0.001
        ? translate('A small price move stops the swap and you’re refunded.')
        : translate(
            'You may receive that much less than quoted. Anyone able to move the price can take the difference.',
          )
    case 'clock':
      return translate('Times on this page follow the service’s clock instead.')
    case 'recipient':
      return translate(
        'You didn’t enter it here. Whoever made the link chose who gets paid. Compare the full address with the one you mean.',
      )
    case 'unlisted':
      return ''
    case 'token':
      return translate(
        'You didn’t choose it here. Whoever made the link chose {symbol}. Compare its full address with the token you mean.',
        { symbol: risk.traded.asset.symbol },
      )
    case 'calls':
      return translate(
        'Not everything was entered here. Someone else may have chosen what happens and who gets paid.',
      )
  }
}

function getConfirmationText(
  asked: Confirmation,
  of: { dollars: RiskAmounts; formats: Formats; risks: readonly Risk[] },
): string {
  const { dollars, formats, risks } = of
  const slippage = findSlippage(risks)
  switch (asked) {
    case 'value':
      return translate('I accept that the value couldn’t be checked')
    case 'loss':
      return translate('I accept receiving {dollars} less than I pay', {
        dollars: formats.dollars(Math.max(0, dollars.paidUsd - dollars.receivedUsd)),
      })
    case 'slippage':
      return translate('I accept receiving up to {percent} less than quoted', {
        percent: formats.limit(slippage * 10_000),
      })
    case 'slippageAgain':
      return translate('Once more: I accept receiving up to {percent} less than quoted', {
        percent: formats.limit(slippage * 10_000),
      })
    case 'recipient':
      return translate('I know whose address this is and want to pay it')
    case 'unlisted':
      return describeUnlistedConsent(risks)
    case 'token':
      return translate('This is the token I mean')
    case 'calls':
      return translate('I’ve read each call and want to make it')
  }
}

function describeUnlistedConsent(risks: readonly Risk[]): string {
  const [traded] = risks.flatMap((risk) => (risk.id === 'unlisted' ? risk.traded : []))
  const symbol = traded?.asset.symbol ?? ''
  return traded?.side === 'sold'
    ? translate('I know what {symbol} is and want to sell it at this one pool’s price', {
        symbol,
      })
    : translate(
        'I know what {symbol} is and accept that it may become worthless or impossible to sell',
        {
          symbol,
        },
      )
}

function findSlippage(risks: readonly Risk[]): number {
  return risks.flatMap((risk) => (risk.id === 'slippage' ? risk.size : []))[0] ?? 0
}

/** A checkbox to accept a risk. */
function ConfirmBox(props: ConfirmBox.Props) {
  const { isChecked, onChange, children } = props
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="mt-1 -mb-2 flex min-h-11 items-center gap-3 font-medium text-ink"
    >
      <input
        id={id}
        type="checkbox"
        className="h-4.5 w-4.5 shrink-0 accent-channel"
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{children}</span>
    </label>
  )
}

declare namespace ConfirmBox {
  type Props = {
    isChecked: boolean
    onChange: (isChecked: boolean) => void
    /** The acceptance, in the user's own words. */
    children: ReactNode
  }
}
