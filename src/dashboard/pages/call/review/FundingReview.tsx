import { useEffect, useRef } from 'react'

import { formatAbi } from '#chains/evm/operation/abiFunctions.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { ReceivedCallQuote } from '../../../api/service/callQuotes.ts'
import { usePreferences } from '../../../api/state/preferences.ts'
import { useApi } from '../../../api/service/apiContext.ts'
import { buildSearchText } from '../../../api/state/searchParameters.ts'
import { SolanaBeta } from '../../../components/status/Beta.tsx'
import { useFormats } from '../../../components/amounts/Formats.tsx'
import { touchesSolana } from '../../../review/cases/touchesSolana.ts'
import type { PreparedFacts, PreparedReview } from '../../../review/verifyPrepared.ts'
import type { Review } from '../../../review/verifyQuote.ts'
import { useAccount } from '../../../wallets/accounts/useAccount.ts'
import { useKeySigners } from '../../../wallets/accounts/useKeySigners.ts'
import { joinNames } from '../../../language/joinNames.ts'
import { translate, translateIn } from '../../../language/translate.ts'
import { findSigningBlocker } from '../../signing/findSigningBlocker.ts'
import { QuoteOperations } from '../../signing/operations/QuoteOperations.tsx'
import { ReviewLayout } from '../../signing/ReviewLayout.tsx'
import { saveSentCall, type SentCall } from '../../signing/storage/signedQuotes.ts'
import {
  findOperationSigners,
  getAskedWallet,
} from '../../signing/operations/findOperationSigners.ts'
import { OtherTabsNote } from '../../signing/OtherTabsNote.tsx'
import { UnansweredNote } from '../../signing/UnansweredNote.tsx'
import { RiskNotes } from '../../signing/RiskNotes.tsx'
import { SigningPanel } from '../../signing/SigningPanel.tsx'
import { ReviewSummary } from '../../signing/summary/ReviewSummary.tsx'
import { useConfirmations } from '../../signing/useConfirmations.ts'
import { useQuoteLife } from '../../signing/useQuoteLife.ts'
import { type Signing, useSigning } from '../../signing/useSigning.ts'
import { callSearch } from '../draft/callSearch.ts'
import { CallReviewHead } from './CallReviewHead.tsx'
import { CallSteps } from '../draft/CallSteps.tsx'
import { formatAssetAmount } from './preparedSteps.ts'
import type { CallFormModel } from '../draft/useCallForm.ts'
import { useFundingReview } from './usePreparedReview.ts'
import { type Risk, type RiskFacts, assessRisks } from '../../../review/messages/risks.ts'
import { isPriceConfirmed } from '../../../review/trust.ts'

/** Slippage limit (basis points) that raises no risk: a deposit repays its loan exactly. */
const noSlippage = 100

/**
 * Fees below a cent need no acceptance, whatever share they are: a call that needs nothing has a payment
 * of little but its fee.
 */
const leastFeesUsd = 0.01

/**
 * Assesses the risks of paying for a call. The paid asset may differ from the lent one; if the
 * feeds do not confirm its value, only the service says how much is enough.
 */
export function assessFundingRisks(
  { originToken, fees }: Pick<Quote, 'originToken' | 'fees'>,
  {
    findings,
    ...facts
  }: Pick<Review, 'findings'> & Pick<RiskFacts, 'skewMs' | 'confirmImpactBps' | 'confirmFeesBps'>,
): { risks: readonly Risk[]; paidUsd: number; leftUsd: number } {
  const paidUsd = originToken.fiatValue.reduce((sum, { fiatValue }) => sum + Number(fiatValue), 0)
  const feesUsd = Number(fees?.cumulativeUSD ?? 0)
  const leftUsd = paidUsd - feesUsd
  const risks = assessRisks({
    isPriced: isPriceConfirmed(findings),
    paidUsd,
    receivedUsd: leftUsd,
    feesUsd,
    slippageBps: noSlippage,
    ...facts,
  }).filter(({ id }) => id !== 'fees' || feesUsd >= leastFeesUsd)
  return { risks, paidUsd, leftUsd }
}

/** Reviews and signs the deposits that pay for a signed call, then executes it. */
export function FundingReview(props: FundingReview.Props) {
  const review = useFundingReview(props.quoted, props.prepared)
  return review && <Reviewed {...props} review={review} />
}

function Reviewed(props: FundingReview.Props & { review: Review }) {
  const { model, quoted, prepared, requoting, review, onBack } = props
  const signing = useSigning(review, {
    call: prepared,
    onSent() {
      if (prepared.facts) saveSentCall(quoted.quote.id, buildSentCall(model, prepared.facts))
      model.savedDraft.forget()
    },
  })
  const life = useQuoteLife(quoted)
  const isExpired = life?.isExpired === true && signing.error?.mayBeSent !== true
  const { confirmImpactBps, confirmFeesBps } = usePreferences()
  const skewMs = useApi().clock.skewMs()
  const { risks, paidUsd, leftUsd } = assessFundingRisks(quoted.quote, {
    findings: review.findings,
    skewMs,
    confirmImpactBps,
    confirmFeesBps,
  })
  const confirmations = useConfirmations(quoted.quote.id)
  const signers = findOperationSigners(review.operations, {
    accounts: useAccount().accounts,
    holders: useKeySigners(),
  })
  const total = review.operations.length
  const isFunded = total > 0
  useSendAtOnce(signing, isFunded ? undefined : review)
  const isBusy = requoting.phase.step !== 'idle'
  const shown: Signing = isBusy ? { ...signing, phase: { step: 'sending' } } : signing
  return (
    <>
      <CallReviewHead
        title={isFunded ? translate('Review and sign the payment') : translate('Run the call')}
        onBack={onBack}
      >
        <Sentence model={model} review={review} prepared={prepared} />
      </CallReviewHead>
      <CallSteps stage={signing.phase.step === 'sending' || !isFunded ? 'run' : 'sign'} />
      <ReviewLayout
        panel={
          life && (
            <SigningPanel
              life={life}
              total={total}
              signing={requoting.error && !isBusy ? { ...shown, error: requoting.error } : shown}
              wallet={
                getAskedWallet(signing, signers) ??
                model.owner.connectorName ??
                translateIn('where one signs', 'your wallet')
              }
              blocked={findSigningBlocker(review, {
                noun: 'quote',
                mustConfirm: isFunded && confirmations.isOpen(risks, 'review'),
              })}
              onNewQuote={requoting.error?.isOver ? model.prepare : requoting.start}
              onCancel={onBack}
            />
          )
        }
        findings={review.findings}
        isExpired={isExpired}
      >
        <UnansweredNote quoteId={quoted.quote.id} />
        <OtherTabsNote funds={signing.funds} />
        {isFunded && (
          <RiskNotes
            shown={{ risks, review, view: { paidUsd, received: { valueUsd: leftUsd } } }}
            at="review"
            {...confirmations.forRisks(risks)}
          />
        )}
        <ReviewSummary
          review={review}
          chains={model.chains}
          call={{ chainName: model.form.chain.name, lent: prepared.facts?.lent ?? [] }}
        />
        <Operations {...{ model, quoted, review, signing, isExpired }} />
      </ReviewLayout>
    </>
  )
}

export declare namespace FundingReview {
  type Props = {
    model: CallFormModel
    quoted: ReceivedCallQuote
    prepared: PreparedReview
    /** Requests another quote with the saved signature. */
    requoting: Signing
    onBack: () => void
  }
}

/** Builds the record that lets the execution page decode the calls by the user's ABIs. */
function buildSentCall({ form, search }: CallFormModel, facts: PreparedFacts): SentCall {
  return {
    prepareId: facts.prepareId,
    calls: facts.calls.map(({ to, value, data }) => {
      return { to, data, value: `0x${value.toString(16)}` }
    }),
    abis: form.drafts.flatMap(({ fn, abi }) =>
      abi && 'errors' in abi ? formatAbi({ ...abi, readers: [], functions: fn ? [fn] : [] }) : [],
    ),
    search: buildSearchText(callSearch, search),
  }
}

/** Sends at once if no further signature is needed and all checks passed. */
function useSendAtOnce(signing: Signing, review: Review | undefined): void {
  const sent = useRef(false)
  const isGood = review?.findings.every(({ state }) => state === 'verified') ?? false
  const { start } = signing
  useEffect(() => {
    if (!isGood || sent.current) return
    sent.current = true
    start()
  }, [isGood, start])
}

function Operations(props: {
  model: CallFormModel
  quoted: ReceivedCallQuote
  review: Review
  signing: Signing
  isExpired: boolean
}) {
  const { model, quoted, review, signing, isExpired } = props
  const { operations } = review
  if (operations.length === 0) return null
  return (
    <>
      <QuoteOperations {...{ operations, quoted, signing, isExpired }} chains={model.chains} />
      <p className="mt-5 max-w-[64ch] text-sm text-ink-3">
        {translate(
          'Deposits stay in escrow until your call runs. If it can’t run, you’re refunded.',
        )}
      </p>
      {touchesSolana(quoted.quote) && (
        <div className="mt-5 max-w-[64ch]">
          <SolanaBeta />
        </div>
      )}
    </>
  )
}

function Sentence(props: { model: CallFormModel; review: Review; prepared: PreparedReview }) {
  const { model, review, prepared } = props
  const formats = useFormats()
  const { name } = model.form.chain
  if (review.operations.length === 0)
    return (
      <>{translate('Your call on {name} is signed. Nothing else is to be signed.', { name })}</>
    )
  const paid = review.operations.map(({ amount, fee, asset, chain }) =>
    translate('{amount} on {name}', {
      amount: formatAssetAmount(amount + fee, asset, formats),
      name: chain.name,
    }),
  )
  const lent = (prepared.facts?.lent ?? []).map(({ asset, amount }) =>
    formatAssetAmount(amount, asset, formats),
  )
  return (
    <>
      {translate('Pay {paid}. Your call on {name} gets {lent}.', {
        paid: joinNames(paid),
        name,
        lent: joinNames(lent),
      })}
    </>
  )
}
