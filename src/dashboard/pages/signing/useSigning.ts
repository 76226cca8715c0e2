import { useCallback, useMemo, useState } from 'react'
import { useLocation } from 'wouter'

import type { AccountAddress } from '#protocol/ids/caip.ts'
import { useApi } from '../../api/service/apiContext.ts'
import { useExecuteQuote } from '../../api/service/quote.ts'
import {
  buildSignedQuote,
  signOperation,
  getUnsignedOperations,
} from '../../review/signing/sign.ts'
import { type Review, getSourceAccount } from '../../review/verifyQuote.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useOwner } from '../../wallets/accounts/useOwner.ts'
import { useSigner } from '../../wallets/signing/useSigner.ts'
import { sessionSignatures as signatures } from './storage/sessionSignatures.ts'
import { toFundKey, announceSent, useAnnounceSpending } from './storage/otherTabs.ts'
import { saveSignedAmounts } from './storage/signedAmounts.ts'
import { saveSignedRecipient } from './storage/signedRecipients.ts'
import { type SigningErrorMessage, describeSigningError } from './describeSigningError.ts'
import { useIsShown } from './useIsShown.ts'

/** Where signing stands. */
export type SigningPhase =
  | { step: 'idle' }
  /** The wallet is asked for the operation with this index. */
  | { step: 'asking'; index: number }
  | { step: 'sending' }

/** Signing one quote: its phase, what stopped it, and how to go on. */
export type Signing = {
  phase: SigningPhase
  error: SigningErrorMessage | undefined
  /** Indexes of the operations that are signed. */
  signed: readonly number[]
  start: () => void
}

/**
 * Signs the operations of a review one by one, sends the quote and goes to its execution. What was
 * signed before a rejection is not asked for again. Other tabs are told of the funds that it takes.
 */
export function useSigning(
  review: Review,
  options: { onSent?: () => void } = {},
): Signing & { funds: readonly string[] } {
  const { onSent } = options
  const { clock } = useApi()
  const signer = useSigner()
  const execute = useExecuteQuote()
  const [, navigate] = useLocation()
  const [phase, setPhase] = useState<SigningPhase>({ step: 'idle' })
  const [stopped, setStopped] = useState<{ quoteId: string; problem: SigningErrorMessage }>()
  const [, setCount] = useState(0)
  const isShown = useIsShown()
  const { owner, others } = useOwnKeys()
  const total = review.operations.length
  const open =
    owner === undefined ? [] : getUnsignedOperations(review, { signatures, owner, others })

  const quoteId = review.quote?.id
  const funds = useMemo(() => getFunds(review), [review])
  useAnnounceSpending(
    quoteId === undefined || funds.length === 0
      ? undefined
      : { quoteId, funds, step: phase.step === 'idle' ? 'review' : 'signing' },
  )

  const start = useCallback(() => {
    if (owner === undefined || !review.quote) return
    const options = { signer, owner, others, signatures, nowMs: clock.nowMs }
    const { id } = review.quote
    setStopped(undefined)
    async function run() {
      for (const index of getUnsignedOperations(review, options)) {
        setPhase({ step: 'asking', index })
        // One request at a time: a wallet shows one window.
        // oxlint-disable-next-line no-await-in-loop
        await signOperation(review, index, options)
        if (!isShown.current) return
        setCount((count) => count + 1)
      }
      setPhase({ step: 'sending' })
      saveSigned(review)
      await execute.mutateAsync(buildSignedQuote(review, options))
      signatures.forget(id)
      announceSent({ quoteId: id, funds })
      onSent?.()
      navigate(`/executions/${id}`)
    }
    run().catch((error: unknown) => {
      const left = getUnsignedOperations(review, options).length
      setPhase({ step: 'idle' })
      const problem = describeSigningError(error, { signed: total - left, total })
      setStopped({ quoteId: id, problem })
    })
  }, [clock, execute, funds, isShown, navigate, onSent, others, owner, review, signer, total])

  return {
    phase,
    // A new quote has had no problem yet.
    error: stopped?.quoteId === review.quote?.id ? stopped?.problem : undefined,
    signed: review.operations.map(({ index }) => index).filter((index) => !open.includes(index)),
    start,
    funds,
  }
}

/** Keeps in this browser what its own pages go by later: amounts, when they end, and who was paid. */
function saveSigned(review: Review): void {
  const payers = review.operations.map(getSourceAccount)
  const when = { signedAtMs: Date.now(), validUntil: getValidUntil(review) }
  if (review.quote) saveSignedAmounts(review.quote, when)
  saveSignedRecipient({ request: review.request, payers })
}

/** When the last of a review's operations is over, in Unix seconds; undefined where one does not say. */
function getValidUntil({ operations }: Pick<Review, 'operations'>): number | undefined {
  const ends = operations.map(({ validUntil }) => validUntil)
  if (ends.includes(undefined)) return undefined
  return Math.max(...ends.map(Number))
}

/** The funds that a review's operations take, for other tabs to compare theirs with. */
function getFunds({ operations }: Pick<Review, 'operations'>): readonly string[] {
  return operations.map((operation) =>
    toFundKey({ account: getSourceAccount(operation), assetType: operation.asset.assetType }),
  )
}

/** The connected key, and those beside it that sign for accounts of the set: Solana's the last. */
function useOwnKeys(): { owner: AccountAddress | undefined; others: readonly AccountAddress[] } {
  const { address } = useOwner()
  const { members, solana } = useAccount()
  return useMemo(() => {
    const keys = [
      ...(address ? [address] : []),
      ...members.map(({ owner }) => owner),
      ...(solana ? [solana.accountAddress] : []),
    ]
    const [owner, ...others] = new Set(keys)
    return { owner, others }
  }, [address, members, solana])
}
