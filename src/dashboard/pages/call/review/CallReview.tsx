import { useMemo } from 'react'

import type { ReceivedCall } from '../../../api/service/callQuotes.ts'
import { buildUnknownChain } from '../../../components/flow/chainIdentity.ts'
import { useFormats } from '../../../components/amounts/Formats.tsx'
import type { Risk } from '../../../review/messages/risks.ts'
import { Note } from '../../../components/status/Note.tsx'
import type { PreparedReview, ReviewedCall, PreparedFacts } from '../../../review/verifyPrepared.ts'
import { findSigningBlocker } from '../../signing/findSigningBlocker.ts'
import { RawOperations } from '../../signing/operations/raw/RawOperations.tsx'
import { RiskNotes } from '../../signing/RiskNotes.tsx'
import { ReviewLayout } from '../../signing/ReviewLayout.tsx'
import { ReviewTabs } from '../../signing/ReviewTabs.tsx'
import { SigningPanel, type SigningLabels } from '../../signing/SigningPanel.tsx'
import { useConfirmations } from '../../signing/useConfirmations.ts'
import { useQuoteLife } from '../../signing/useQuoteLife.ts'
import type { Signing } from '../../signing/useSigning.ts'
import { getCoinSymbol } from '../draft/callForm.ts'
import { joinNames } from '../../../language/joinNames.ts'
import { translate, translateIn } from '../../../language/translate.ts'
import { CallReviewHead } from './CallReviewHead.tsx'
import { CallSteps } from '../draft/CallSteps.tsx'
import { RecoveryNote } from '../draft/SavedDraftNote.tsx'
import { FundingReview } from './FundingReview.tsx'
import { PreparedBalances } from './PreparedBalances.tsx'
import { PreparedCard } from './PreparedCard.tsx'
import { findEmptyLists, formatAssetAmount, buildPreparedSteps } from './preparedSteps.ts'
import type { CallFormModel } from '../draft/useCallForm.ts'
import { usePreparedReview } from './usePreparedReview.ts'
import { usePreparedSigning } from './usePreparedSigning.ts'
import { NamedValues } from './NamedValues.tsx'

/** Reviews a prepared operation: the call is signed, then quoted, then paid for. */
export function CallReview(props: CallReview.Props) {
  const { model, received, onBack } = props
  const functions = useMemo(() => model.form.drafts.map(({ fn }) => fn), [model.form.drafts])
  const review = usePreparedReview(received, functions)
  const { savedDraft } = model
  const { signing, quoted } = usePreparedSigning(review, {
    savedQuote: savedDraft.saved?.quoted,
    onQuote: savedDraft.saveQuote,
    onOver: savedDraft.forget,
  })
  if (!quoted) return <CallStep {...props} review={review} signing={signing} />
  return (
    <FundingReview
      key={quoted.quote.id}
      model={model}
      quoted={quoted}
      prepared={review}
      requoting={signing}
      onBack={onBack}
    />
  )
}

export declare namespace CallReview {
  type Props = { model: CallFormModel; received: ReceivedCall; onBack: () => void }
}

const operationLabels: SigningLabels = {
  expired: translate('Operation expired'),
  nameTimeLeft: (time) => translate('Operation expires in {time}', { time }),
  again: translate('Prepare again'),
  send: translate('Get quote'),
  sending: translate('Getting quote'),
  over: {
    title: translate('This operation expired'),
    body: translate('Nothing was sent.'),
    retry: undefined,
    isOver: true,
  },
}

function CallStep(props: CallReview.Props & { review: PreparedReview; signing: Signing }) {
  const { model, received, review, signing, onBack } = props
  const { facts } = review
  const endsAt = String(facts?.validUntil ?? 0n)
  const life = useQuoteLife({
    quote: { expirationTimestamp: endsAt },
    receivedAtMs: received.receivedAtMs,
  })
  const { chainId } = model.form.chain
  const chain = model.chains.get(chainId) ?? buildUnknownChain(chainId)
  const { step } = signing.phase
  const confirmations = useConfirmations(received.prepared.tamperProofSignature)
  const risks = getCallRisks(model)
  return (
    <>
      <CallReviewHead title={translate('Review and sign the call')} onBack={onBack}>
        <Sentence model={model} review={review} />
      </CallReviewHead>
      <CallSteps stage="sign" />
      <RecoveryNote notice={model.savedDraft.notice} />
      <ReviewLayout
        panel={
          life && (
            <SigningPanel
              life={life}
              total={1}
              signing={signing}
              wallet={model.owner.connectorName ?? translateIn('where one signs', 'your wallet')}
              blocked={findSigningBlocker(review, {
                noun: 'operation',
                mustConfirm: confirmations.isOpen(risks, 'review'),
              })}
              labels={operationLabels}
              onNewQuote={model.prepare}
              onCancel={onBack}
            />
          )
        }
        findings={review.findings}
        isExpired={life?.isExpired ?? false}
      >
        <RiskNotes shown={{ risks, review }} at="review" {...confirmations.forRisks(risks)} />
        {facts && <EmptyLists calls={facts.calls} />}
        {facts && (
          <PreparedBalances
            facts={facts}
            prepared={received.prepared}
            chains={model.chains}
            simulation={model.simulation.result}
            assets={model.form.assets}
          />
        )}
        <ReviewTabs
          words={
            facts && (
              <PreparedCard
                facts={facts}
                chain={chain}
                coin={getCoinSymbol(model.form)}
                state={step === 'asking' ? 'asking' : signing.signed.length > 0 ? 'signed' : 'open'}
              />
            )
          }
          raw={
            <>
              {facts && <PreparedRawCalls facts={facts} coin={getCoinSymbol(model.form)} />}
              <RawOperations
                operations={facts ? [facts.operation] : []}
                saved={{
                  name: 'prepared-call',
                  id: received.prepared.tamperProofSignature,
                  received: received.received,
                }}
              />
            </>
          }
        />
      </ReviewLayout>
    </>
  )
}

/** Names what may be missing: a list of a call that has no items. */
function EmptyLists({ calls }: { calls: readonly ReviewedCall[] }) {
  const empty = calls.flatMap((call, index) =>
    findEmptyLists(call).map((name) => ({ name, index })),
  )
  if (empty.length === 0) return null
  return (
    <div className="mb-6">
      <Note tone="buff" title={translate('A list of the call is empty')}>
        {empty.map(({ name, index }) => (
          <span key={`${index}${name}`} className="block break-words">
            {translate('Call {number}: {name} has no items. Go back if that’s not intended.', {
              number: String(index + 1),
              name,
            })}
          </span>
        ))}
      </Note>
    </div>
  )
}

/** Calls that the user did not enter here count as foreign and have to be confirmed. */
function getCallRisks({ foreign, search }: CallFormModel): readonly Risk[] {
  return foreign.length === 0 ? [] : [{ id: 'calls', level: 'confirm', count: search.calls.length }]
}

function Sentence(props: { model: CallFormModel; review: PreparedReview }) {
  const { model, review } = props
  const formats = useFormats()
  const { facts } = review
  const chain = model.form.chain.name
  if (!facts) return <>{translate('Couldn’t read the operation on {chain}.', { chain })}</>
  const count = facts.calls.length
  const lent = facts.lent.map(({ asset, amount }) => formatAssetAmount(amount, asset, formats))
  if (lent.length > 0)
    return (
      <>
        {translate(
          '{count, plural, one {Your account makes one call on {chain}.} other {Your account makes # calls on {chain}.}} {amounts} comes from what you pay. You sign twice: the call now, the payment next.',
          { count, chain, amounts: joinNames(lent) },
        )}
      </>
    )
  const isPaid = facts.fee !== undefined && facts.fee.amount > 0n
  const fee = facts.fee && isPaid && formatAssetAmount(facts.fee.amount, facts.fee.asset, formats)
  return (
    <>
      {fee
        ? translate(
            '{count, plural, one {Your account makes one call on {chain} from its balance there, for a fee of {fee}.} other {Your account makes # calls on {chain} from its balance there, for a fee of {fee}.}} You sign once.',
            { count, chain, fee },
          )
        : translate(
            '{count, plural, one {Your account makes one call on {chain} from its balance there.} other {Your account makes # calls on {chain} from its balance there.}} You sign once.',
            { count, chain },
          )}
    </>
  )
}

/** The user's own calls as they are sent: contract, function, arguments and data. */
function PreparedRawCalls(props: PreparedRawCalls.Props) {
  const { facts, coin } = props
  const steps = buildPreparedSteps(facts, { formats: useFormats(), coin })
  return (
    <section className="mb-6" aria-labelledby="raw-calls">
      <h3 id="raw-calls" className="mb-2 font-semibold">
        {translate('Your calls, exactly as sent')}
      </h3>
      {steps
        .filter(({ isOwn }) => isOwn)
        .map(({ id, text, values, raw }) => (
          <div key={id} className="mb-3">
            <p className="text-sm text-ink-2">{text}</p>
            <NamedValues of={raw.length > 0 ? raw : values} />
          </div>
        ))}
    </section>
  )
}

declare namespace PreparedRawCalls {
  type Props = {
    facts: PreparedFacts
    /** Ticker of the chain's native coin. */
    coin: string
  }
}
