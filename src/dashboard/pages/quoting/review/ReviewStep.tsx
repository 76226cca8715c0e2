import { type ReactNode, useState } from 'react'

import { isExactOutput } from '#protocol/quotes/quote.ts'
import { SolanaBeta } from '#dashboard/components/status/Beta.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { Note } from '#dashboard/components/status/Note.tsx'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { touchesSolana } from '#dashboard/review/cases/touchesSolana.ts'
import { getSourceAccount } from '#dashboard/review/verifyQuote.ts'
import { useAccount } from '#dashboard/wallets/accounts/useAccount.ts'
import type { Owner } from '#dashboard/wallets/accounts/owner/useOwner.ts'
import { useKeySigners } from '#dashboard/wallets/accounts/useKeySigners.ts'
import { translate, translateIn } from '../../../language/translate.ts'
import { OtherTabsNote } from '../../signing/OtherTabsNote.tsx'
import { UnansweredNote } from '../../signing/UnansweredNote.tsx'
import { findSigningBlocker, acceptQuoteFirst } from '../../signing/findSigningBlocker.ts'
import {
  findAuthorizationError,
  isWorthListing,
  findOperationSigners,
  getAskedWallet,
} from '../../signing/operations/findOperationSigners.ts'
import { QuoteOperations } from '../../signing/operations/QuoteOperations.tsx'
import { RiskNotes } from '../../signing/RiskNotes.tsx'
import { ReviewLayout } from '../../signing/ReviewLayout.tsx'
import { RenewalLine } from '../RenewalLine.tsx'
import { SignerList } from './SignerList.tsx'
import { SigningPanel } from '../../signing/SigningPanel.tsx'
import { ReviewSummary } from '../../signing/summary/ReviewSummary.tsx'
import { useIsExpired, useQuoteLife } from '../../signing/useQuoteLife.ts'
import { useReviewedQuote } from './useReviewedQuote.ts'
import type { Confirmations } from '../../signing/useConfirmations.ts'
import { useSigning } from '../../signing/useSigning.ts'
import type { QuoteView } from '../quoteView.ts'
import { useAddressNames } from '../recipient/useAddressNames.ts'
import type { LiveQuote, ShownQuote } from '../liveQuote.ts'

/** A quote that was not accepted yet has neither signatures nor errors. */
const unsigned = { phase: { step: 'idle' }, signed: [], error: undefined } as const

/** Reviews a quote's operations beside their checks, and asks the wallet to sign them. */
export function ReviewStep(props: ReviewStep.Props) {
  const { model, renderHead, live, confirmations, onBack, onSigning } = props
  const [isSigning, setSigning] = useState(false)
  const { current, worse, acceptWorse } = useReviewedQuote(live, isSigning)
  const signing = useSigning(current.review)
  // While a worse quote waits, its time and checks count: the reviewed one cannot be signed any more.
  const offered = worse ?? current
  const life = useQuoteLife(offered.received)
  const isExpired = useIsExpired(current.received)
  const { operations } = current.review
  const names = useAddressNames()
  const signers = findOperationSigners(operations, {
    accounts: useAccount().accounts,
    holders: useKeySigners(),
  })
  const isOneOfSeveral = new Set(operations.map(getSourceAccount)).size > 1
  function freeze(frozen: boolean) {
    setSigning(frozen)
    onSigning(frozen)
  }
  const panel = life && (
    <SigningPanel
      life={life}
      total={offered.review.operations.length}
      signing={{
        ...(worse ? unsigned : signing),
        start() {
          freeze(true)
          signing.start()
        },
      }}
      wallet={
        getAskedWallet(signing, signers) ??
        model.owner.connectorName ??
        translateIn('where a signature is asked for', 'your wallet')
      }
      blocked={
        worse
          ? (findSigningBlocker(worse.review, { noun: 'quote', mustConfirm: false }) ??
            acceptQuoteFirst)
          : findSigningBlocker(current.review, {
              noun: 'quote',
              other: findAuthorizationError(signers),
              mustConfirm: confirmations.isOpen(current.risks, 'review'),
            })
      }
      onNewQuote={() => {
        freeze(false)
        model.refresh()
      }}
      onCancel={onBack}
    />
  )
  return (
    <>
      {renderHead(current.view)}
      <ReviewLayout
        panel={
          <>
            {panel}
            {isWorthListing(signers) && <SignerList signers={signers} chains={model.chains} />}
          </>
        }
        findings={offered.review.findings}
        isExpired={life?.isExpired ?? false}
      >
        <UnansweredNote quoteId={current.received.quote.id} />
        <OtherTabsNote funds={signing.funds} />
        {worse && (
          <WorseQuote
            {...{ current, worse }}
            onAccept={life?.isExpired === true ? undefined : acceptWorse}
          />
        )}
        <RiskNotes shown={current} at="review" {...confirmations.forRisks(current.risks)} />
        {!worse && (
          <div className="not-empty:mb-3">
            <RenewalLine shown={current} />
          </div>
        )}
        <ReviewSummary review={current.review} chains={model.chains} names={names} />
        <QuoteOperations
          operations={operations}
          quoted={current.received}
          signing={signing}
          isExpired={isExpired && signing.error?.mayBeSent !== true}
          chains={model.chains}
          isOneOfSeveral={isOneOfSeveral}
        />
        {touchesSolana(current.received.quote) && (
          <div className="mt-5 max-w-[64ch]">
            <SolanaBeta />
          </div>
        )}
      </ReviewLayout>
    </>
  )
}

export declare namespace ReviewStep {
  type Props = {
    model: {
      owner: Owner
      chains: ReadonlyMap<string, ChainIdentity>
      refresh: LiveQuote['refresh']
    }
    /** Title and summary of what is signed. */
    renderHead: (view: QuoteView) => ReactNode
    live: ShownQuote
    confirmations: Confirmations
    onBack: () => void
    /** Called with true once a wallet is asked to sign: the quote must not change from then on. */
    onSigning: (isSigning: boolean) => void
  }
}

function WorseQuote(props: {
  current: ShownQuote
  worse: ShownQuote
  /** Undefined once its time is over. */
  onAccept: (() => void) | undefined
}) {
  const { current, worse, onAccept } = props
  const formats = useFormats()
  return (
    <div className="mb-5" data-worse-quote>
      <Note
        tone="buff"
        isAlert
        title={describeChange(worse, { current, formats })}
        action={
          onAccept && (
            <Button variant="primary" size="sm" onClick={onAccept}>
              {translate('Use new quote')}
            </Button>
          )
        }
      >
        {translate('The price moved. Check the new amounts before you continue.')}
      </Note>
    </div>
  )
}

/** What has changed for the worse: what arrives, what arrives at least, or what is paid for it. */
function describeChange(
  worse: ShownQuote,
  { current, formats }: { current: ShownQuote; formats: ReturnType<typeof useFormats> },
): string {
  function describe({ view }: ShownQuote, part: 'received' | 'minimum' | 'paid'): string {
    const { units, decimals, symbol } = view[part]
    // Exact amounts, as the two may differ by less than a cent.
    const amount = `${formats.amount(units, { decimals, detail: 'full' })} ${symbol}`
    return part === 'paid'
      ? amount
      : translate('{amount} on {name}', { amount, name: view[part].chain.name })
  }
  // What is delivered is fixed in a quote by it, and what it costs has changed.
  const isExact = isExactOutput(worse.received.request)
  const parts = isExact
    ? (['paid', 'received', 'minimum'] as const)
    : (['received', 'minimum', 'paid'] as const)
  const changed = parts.find((part) => describe(worse, part) !== describe(current, part))
  const part = changed ?? parts[0]
  const [now, before] = [describe(worse, part), describe(current, part)]
  switch (part) {
    case 'paid':
      return translate('You now pay {now} instead of {before}.', { now, before })
    case 'minimum':
      return translate('The quote now delivers at least {now} instead of {before}.', {
        now,
        before,
      })
    case 'received':
      return translate('The quote now delivers {now} instead of {before}.', { now, before })
  }
}
