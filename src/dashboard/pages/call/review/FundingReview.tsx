import { useEffect, useRef, useState } from 'react'

import { formatAbi } from '#chains/evm/operation/readAbi.ts'
import type { ReceivedCallQuote } from '#dashboard/api/service/callQuote.ts'
import { useApi } from '#dashboard/api/service/apiContext.ts'
import { buildSearchText } from '#dashboard/api/state/searchParameters.ts'
import { SolanaBeta } from '#dashboard/components/status/Beta.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { touchesSolana } from '#dashboard/review/cases/parseQuote.ts'
import type { PreparedFacts, PreparedReview } from '#dashboard/review/verifyPrepared.ts'
import type { Review } from '#dashboard/review/verifyQuote.ts'
import { useAccount } from '#dashboard/wallets/accounts/useAccount.ts'
import { useKeySigners } from '#dashboard/wallets/accounts/useKeySigners.ts'
import { CheckList } from '../../signing/CheckList.tsx'
import { OperationCard, type OperationState } from '../../signing/operations/OperationCard.tsx'
import { RawOperations } from '../../signing/operations/RawOperations.tsx'
import { type ReviewTab, ReviewTabs } from '../../signing/ReviewTabs.tsx'
import { saveSentCall, type SentCall } from '../../signing/storage/sentCalls.ts'
import {
  findOperationSigners,
  getAskedWallet,
} from '../../signing/operations/findOperationSigners.ts'
import { OtherTabsNote } from '../../signing/OtherTabsNote.tsx'
import { RiskNotes } from '../../signing/RiskNotes.tsx'
import { SigningPanel } from '../../signing/SigningPanel.tsx'
import { useConfirmations } from '../../signing/useConfirmations.ts'
import { useQuoteLife } from '../../signing/useQuoteLife.ts'
import { type Signing, useSigning } from '../../signing/useSigning.ts'
import { callSearch } from '../draft/callSearch.ts'
import { CallReviewHead } from './CallReviewHead.tsx'
import { CallSteps } from '../draft/CallSteps.tsx'
import { findFundingBlocker, assessFundingRisks } from './fundingRisks.ts'
import { formatAssetAmount } from './preparedSteps.ts'
import type { CallFormModel } from '../draft/useCallForm.ts'
import { useFundingReview } from './usePreparedReview.ts'

/** The deposits that pay for a signed call: reviewed and signed as any quote, then executed. */
export function FundingReview(props: FundingReview.Props) {
  const review = useFundingReview(props.quoted, props.prepared)
  return review && <Reviewed {...props} review={review} />
}

function Reviewed(props: FundingReview.Props & { review: Review }) {
  const { desk, quoted, prepared, requoting, review, onBack } = props
  const signing = useSigning(review, {
    onSent() {
      if (prepared.facts) saveSentCall(quoted.quote.id, buildSentCall(desk, prepared.facts))
      desk.savedDraft.forget()
    },
  })
  const life = useQuoteLife(quoted)
  const skewMs = useApi().clock.skewMs()
  const { risks, paidUsd, leftUsd } = assessFundingRisks(quoted.quote, { ...review, skewMs })
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
        title={isFunded ? 'Review and sign the payment' : 'Send the signed call'}
        onBack={onBack}
      >
        <Sentence desk={desk} review={review} prepared={prepared} />
      </CallReviewHead>
      <CallSteps
        stage={signing.phase.step === 'sending' || !isFunded ? 'execute' : 'sign payment'}
        isFunded={isFunded}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-10">
        <div className="min-w-0">
          <OtherTabsNote funds={signing.funds} />
          <Operations {...{ desk, quoted, review, signing }} isExpired={life?.isExpired ?? false} />
          {isFunded && (
            <RiskNotes
              shown={{ risks, review, view: { paidUsd, received: { valueUsd: leftUsd } } }}
              at="review"
              accepted={confirmations.accepted}
              onAccept={confirmations.accept}
            />
          )}
        </div>
        <aside className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-24" aria-label="Sign">
          {life && (
            <SigningPanel
              life={life}
              total={total}
              signing={requoting.error && !isBusy ? { ...shown, error: requoting.error } : shown}
              wallet={getAskedWallet(signing, signers) ?? desk.owner.connectorName ?? 'your wallet'}
              blocked={findFundingBlocker(
                review,
                isFunded && confirmations.isOpen(risks, 'review'),
              )}
              onNewQuote={requoting.error?.isOver ? desk.prepare : requoting.start}
              onCancel={onBack}
            />
          )}
          <CheckList findings={review.findings} isExpired={life?.isExpired ?? false} />
        </aside>
      </div>
      <div className="h-36 md:hidden" />
    </>
  )
}

export declare namespace FundingReview {
  type Props = {
    desk: CallFormModel
    quoted: ReceivedCallQuote
    prepared: PreparedReview
    /** Asks for another quote with the signature that was kept. */
    requoting: Signing
    onBack: () => void
  }
}

/** For the execution page: what the call is, and the ABIs that say so in words. */
function buildSentCall({ form, search }: CallFormModel, facts: PreparedFacts): SentCall {
  return {
    prepareId: facts.prepareId,
    calls: facts.calls.map(({ to, value, data }) => {
      return { to, data, value: `0x${value.toString(16)}` }
    }),
    abis: form.drafts.flatMap(({ fn, abi }) =>
      abi && 'errors' in abi ? formatAbi({ ...abi, functions: fn ? [fn] : [] }) : [],
    ),
    search: buildSearchText(callSearch, search),
  }
}

/** What needs no signature any more and passed all its checks is sent without another click. */
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
  desk: CallFormModel
  quoted: ReceivedCallQuote
  review: Review
  signing: Signing
  isExpired: boolean
}) {
  const { desk, quoted, review, signing, isExpired } = props
  const [tab, setTab] = useState<ReviewTab>('words')
  const { operations } = review
  if (operations.length === 0)
    return (
      <p className="max-w-[64ch] text-ink-2">
        Nothing has to be deposited: the operation you signed pays for itself.
      </p>
    )
  return (
    <div className="min-w-0">
      <ReviewTabs tab={tab} onTab={setTab} />
      <div role="tabpanel" id="review-panel" aria-labelledby={`review-${tab}`}>
        {tab === 'words' ? (
          <div className="flex flex-col gap-4">
            {operations.map((operation) => (
              <OperationCard
                key={operation.index}
                operation={operation}
                count={operations.length}
                chains={desk.chains}
                state={isExpired ? 'open' : getOperationState(signing, operation.index)}
                isFirst={operation.index === 0}
              />
            ))}
          </div>
        ) : (
          <RawOperations
            operations={operations}
            saved={{ name: 'quote', id: quoted.quote.id, received: quoted.received }}
          />
        )}
      </div>
      <p className="mt-5 max-w-[64ch] text-sm text-ink-3">
        The deposits stay in escrow until your call has run. If it cannot run, they come back.
      </p>
      {touchesSolana(quoted.quote) && (
        <div className="mt-5 max-w-[64ch]">
          <SolanaBeta />
        </div>
      )}
    </div>
  )
}

function getOperationState({ phase, signed }: Signing, index: number): OperationState {
  if (phase.step === 'asking' && phase.index === index) return 'asking'
  return signed.includes(index) ? 'signed' : 'open'
}

function Sentence(props: { desk: CallFormModel; review: Review; prepared: PreparedReview }) {
  const { desk, review, prepared } = props
  const formats = useFormats()
  const { name } = desk.form.chain
  if (review.operations.length === 0) return <>Your call on {name} is signed and confirmed.</>
  const paid = review.operations.map(
    ({ amount, fee, asset, chain }) =>
      `${formatAssetAmount(amount + fee, asset, formats)} on ${chain.name}`,
  )
  const fees = review.operations
    .filter(({ fee }) => fee > 0n)
    .map(({ fee, asset }) => formatAssetAmount(fee, asset, formats))
  const lent = (prepared.facts?.lent ?? []).map(({ asset, amount }) =>
    formatAssetAmount(amount, asset, formats),
  )
  return (
    <>
      Pay {paid.join(' and ')}; your call on {name} gets {lent.join(' and ')}
      {fees.length > 0 && <>. Fees of {fees.join(' and ')} are included</>}.
    </>
  )
}
