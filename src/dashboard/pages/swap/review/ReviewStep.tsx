import { useState } from 'react'

import { SolanaBeta } from '#dashboard/components/status/Beta.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { touchesSolana } from '#dashboard/review/cases/parseQuote.ts'
import { getUnpinnedReason } from '#dashboard/review/trust.ts'
import { getSourceAccount } from '#dashboard/review/verifyQuote.ts'
import { useAccount } from '#dashboard/wallets/accounts/useAccount.ts'
import { useKeySigners } from '#dashboard/wallets/accounts/useKeySigners.ts'
import { CheckList } from '../../signing/CheckList.tsx'
import { OperationCard, type OperationState } from '../../signing/operations/OperationCard.tsx'
import { OtherTabsNote } from '../../signing/OtherTabsNote.tsx'
import { RawOperations } from '../../signing/operations/RawOperations.tsx'
import {
  findAuthorizationError,
  isWorthListing,
  type AssignedSigner,
  findOperationSigners,
  getAskedWallet,
} from '../../signing/operations/findOperationSigners.ts'
import { acceptFirst } from '../../signing/openRisk.ts'
import { ReviewHead } from './ReviewHead.tsx'
import { RiskNotes } from '../../signing/RiskNotes.tsx'
import { ReviewTabs, type ReviewTab } from '../../signing/ReviewTabs.tsx'
import { SignerList } from './SignerList.tsx'
import { SigningPanel } from '../../signing/SigningPanel.tsx'
import { useQuoteLife } from '../../signing/useQuoteLife.ts'
import { useReviewedQuote } from './useReviewedQuote.ts'
import type { Confirmations } from '../../signing/useConfirmations.ts'
import { type Signing, useSigning } from '../../signing/useSigning.ts'
import type { ShownQuote, SwapModel } from '../state/useSwap.ts'

/** The operations in plain words beside what was checked; the wallet is asked from here only. */
export function ReviewStep(props: ReviewStep.Props) {
  const { swap, live, confirmations, onBack, onSigning } = props
  const [isSigning, setSigning] = useState(false)
  const { current, worse, acceptWorse } = useReviewedQuote(live, isSigning)
  const [tab, setTab] = useState<ReviewTab>('words')
  const signing = useSigning(current.review)
  const life = useQuoteLife(current.received)
  const total = current.review.operations.length
  const signers = findOperationSigners(current.review.operations, {
    accounts: useAccount().accounts,
    holders: useKeySigners(),
  })
  const isSet = new Set(signers.map(({ operation }) => getSourceAccount(operation))).size > 1
  const mustConfirm = confirmations.isOpen(current.risks, 'review')
  function freeze(frozen: boolean) {
    setSigning(frozen)
    onSigning(frozen)
  }
  const panel = life && (
    <SigningPanel
      life={life}
      total={total}
      signing={{
        ...signing,
        start() {
          freeze(true)
          signing.start()
        },
      }}
      wallet={getAskedWallet(signing, signers) ?? swap.owner.connectorName ?? 'your wallet'}
      blocked={findBlocker({ current, mustConfirm, isWorse: worse !== undefined, signers })}
      onNewQuote={() => {
        freeze(false)
        swap.refresh()
      }}
      onCancel={onBack}
    />
  )
  return (
    <>
      <ReviewHead view={current.view} form={swap.form} onBack={onBack} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-10">
        <div className="min-w-0">
          <OtherTabsNote funds={signing.funds} />
          {worse && <WorseQuote {...{ current, worse, onAccept: acceptWorse }} />}
          <ReviewTabs tab={tab} onTab={setTab} />
          <div role="tabpanel" id="review-panel" aria-labelledby={`review-${tab}`}>
            {tab === 'words' ? (
              <div className="flex flex-col gap-4">
                {current.review.operations.map((operation) => (
                  <OperationCard
                    key={`${current.received.quote.id}${operation.index}`}
                    operation={operation}
                    count={total}
                    chains={swap.chains}
                    state={life?.isExpired ? 'open' : getOperationState(signing, operation.index)}
                    isFirst={operation.index === 0}
                    isOneOfSeveral={isSet}
                  />
                ))}
              </div>
            ) : (
              <RawOperations
                operations={current.review.operations}
                saved={{
                  name: 'quote',
                  id: current.received.quote.id,
                  received: current.received.received,
                }}
              />
            )}
          </div>
          <RiskNotes
            shown={current}
            at="review"
            accepted={confirmations.accepted}
            onAccept={confirmations.accept}
          />
          {touchesSolana(current.received.quote) && (
            <div className="mt-5 max-w-[64ch]">
              <SolanaBeta />
            </div>
          )}
          <p className="mt-5 max-w-[64ch] text-sm text-ink-3">
            The service submits after the last signature. If the quote expires first, you sign again
            with a new one. A signature without submission moves nothing.
          </p>
        </div>
        <aside className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-24" aria-label="Sign">
          {panel}
          {isWorthListing(signers) && <SignerList signers={signers} chains={swap.chains} />}
          <CheckList findings={current.review.findings} isExpired={life?.isExpired ?? false} />
        </aside>
      </div>
      <div className="h-36 md:hidden" />
    </>
  )
}

export declare namespace ReviewStep {
  type Props = {
    swap: SwapModel
    live: ShownQuote
    confirmations: Confirmations
    onBack: () => void
    /** Called with true once a wallet is asked: the quote must not change any more. */
    onSigning: (isSigning: boolean) => void
  }
}

function WorseQuote(props: { current: ShownQuote; worse: ShownQuote; onAccept: () => void }) {
  const { current, worse, onAccept } = props
  const formats = useFormats()
  const [before, now] = [current, worse].map(({ view }) => {
    // Both as they are, as what is compared may differ by less than a cent.
    const { units, decimals, symbol, chain } = view.received
    return `${formats.amount(units, { decimals, detail: 'full' })} ${symbol} on ${chain.name}`
  })
  return (
    <div className="mb-5">
      <Note
        tone="buff"
        isAlert
        title={`You now receive ${now}, before ${before}.`}
        action={
          <Button variant="primary" size="sm" onClick={onAccept}>
            Use the new quote
          </Button>
        }
      >
        The price moved since you last looked. Check the new numbers before you continue.
      </Note>
    </div>
  )
}

function getOperationState({ phase, signed }: Signing, index: number): OperationState {
  if (phase.step === 'asking' && phase.index === index) return 'asking'
  return signed.includes(index) ? 'signed' : 'open'
}

function findBlocker(of: {
  current: ShownQuote
  mustConfirm: boolean
  isWorse: boolean
  signers: readonly AssignedSigner[]
}): string | undefined {
  if (!of.current.review.signable)
    return 'This quote did not pass its checks, so it cannot be signed.'
  const unpinned = getUnpinnedReason(of.current.review)
  if (unpinned !== undefined) return unpinned
  const fault = findAuthorizationError(of.signers)
  if (fault !== undefined) return fault
  if (of.isWorse) return 'Accept the new quote first.'
  return of.mustConfirm ? acceptFirst : undefined
}
