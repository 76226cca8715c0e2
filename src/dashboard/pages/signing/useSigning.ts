import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'

import type { AccountAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { useApi } from '../../api/service/apiContext.ts'
import { useExecuteQuote } from '../../api/service/quote.ts'
import { markSent } from '../../api/state/formState.ts'
import {
  forgetSentQuote,
  keepSentQuote,
  markAnswered,
  useUnansweredQuotes,
} from '../../api/state/openExecutions.ts'
import {
  buildSignedQuote,
  signOperation,
  getUnsignedOperations,
} from '../../review/signing/sign.ts'
import { readGivenSignatures } from '../../review/signing/readGivenSignatures.ts'
import type { SigningOptions } from '../../review/signing/signOne.ts'
import type { PreparedReview } from '../../review/verifyPrepared.ts'
import { type Review, getSourceAccount } from '../../review/verifyQuote.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useOwner } from '../../wallets/accounts/owner/useOwner.ts'
import { useSigner } from '../../wallets/signing/useSigner.ts'
import { sessionSignatures as signatures } from './storage/sessionSignatures.ts'
import { toFundKey, announceSent, type Spending, useAnnounceSpending } from './storage/otherTabs.ts'
import { saveSignedAmounts, saveSignedQuote } from './storage/signedQuotes.ts'
import { saveSignedRecipient } from './storage/signedRecipients.ts'
import {
  type SigningErrorMessage,
  describeSigningError,
  describeUnanswered,
} from './describeSigningError.ts'
import { useChainIdentities } from '../chains/useChainIdentities.ts'
import { useIsShown } from './useIsShown.ts'

/** Current phase of signing. */
export type SigningPhase =
  | { step: 'idle' }
  /** The wallet is asked to sign the operation with this index. */
  | { step: 'asking'; index: number }
  | { step: 'sending' }

/** Signing of one quote: phase, error, and how to continue. */
export type Signing = {
  phase: SigningPhase
  error: SigningErrorMessage | undefined
  /** Indexes of the operations that are signed. */
  signed: readonly number[]
  start: () => void
}

type SigningUse = {
  onSent?: () => void
  /** The signed call that the quote pays for. */
  call?: PreparedReview
}

/**
 * Signs the operations of a review one by one, sends the quote and opens its execution. After a
 * rejection, signed operations are not asked for again. Other tabs are told which funds it spends.
 */
export function useSigning(
  review: Review,
  { onSent, call }: SigningUse = {},
): Signing & { funds: readonly string[] } {
  const { clock } = useApi()
  const signer = useSigner()
  const execute = useExecuteQuote()
  const chains = useChainIdentities()
  const [, navigate] = useLocation()
  const [phase, setPhase] = useState<SigningPhase>({ step: 'idle' })
  const [, setCount] = useState(0)
  const isShown = useIsShown()
  const { owner, others } = useOwnKeys()
  const total = review.operations.length
  const open =
    owner === undefined ? [] : getUnsignedOperations(review, { signatures, owner, others })

  const quoteId = review.quote?.id
  const funds = useMemo(() => getFunds(review), [review])
  useAnnounceSpending(describeSpending(quoteId, { funds, phase }))

  const { error, wasSent, setStopped } = useStopped(quoteId, phase)
  function start(): void {
    if (owner === undefined || !review.quote) return
    const options = { signer, owner, others, signatures, nowMs: clock.nowMs }
    const { id } = review.quote
    if (!wasSent) setStopped(undefined)
    let isUnanswered = wasSent
    async function run() {
      const isSigned = await signAll(review, options, {
        isShown,
        onAsking: (index) => setPhase({ step: 'asking', index }),
        onSigned: () => setCount((count) => count + 1),
      })
      if (!isSigned) return
      setPhase({ step: 'sending' })
      // It was signed then, however late it is sent again.
      if (!wasSent) saveSigned(review, { ...options, call })
      const signed = buildSignedQuote(review, { ...options, wasSent })
      // Before it leaves: whoever closes the page meanwhile finds it again.
      keepSentQuote(id, Date.now())
      markSent(id)
      await execute.mutateAsync({ signed, onUnanswered: () => (isUnanswered = true) })
      signatures.forget(id)
      markAnswered(id)
      announceSent({ quoteId: id, funds })
      onSent?.()
      navigate(`/executions/${id}`)
    }
    run().catch((cause: unknown) => {
      setPhase({ step: 'idle' })
      const signed = total - getUnsignedOperations(review, options).length
      const message = describeSigningError(cause, {
        signed,
        total,
        wasSent: isUnanswered,
        chains,
      })
      setStopped({ quoteId: id, message })
      if (message.mayBeSent) return
      forgetSentQuote(id)
      markSent(undefined)
    })
  }

  return {
    phase,
    error,
    signed: review.operations.map(({ index }) => index).filter((index) => !open.includes(index)),
    start,
    funds,
  }
}

/** Why signing of a quote stopped, and whether it was sent without an answer, also before a reload. */
function useStopped(quoteId: Hash | undefined, phase: SigningPhase) {
  const [stopped, setStopped] = useState<{ quoteId: string; message: SigningErrorMessage }>()
  const wasSent = useUnansweredQuotes().some((one) => one.quoteId === quoteId)
  // An error of an earlier quote does not apply to this one.
  const own = stopped?.quoteId === quoteId ? stopped?.message : undefined
  const error = own ?? (wasSent && phase.step === 'idle' ? describeUnanswered() : undefined)
  return { error, wasSent, setStopped }
}

/** What other tabs are told of a quote that spends something. */
function describeSpending(
  quoteId: Hash | undefined,
  { funds, phase }: { funds: readonly string[]; phase: SigningPhase },
): Spending | undefined {
  return quoteId === undefined || funds.length === 0
    ? undefined
    : { quoteId, funds, step: phase.step === 'idle' ? 'review' : 'signing' }
}

/** Has the wallet sign what is not signed yet. @returns Whether the page is still there afterwards. */
async function signAll(
  review: Review,
  options: SigningOptions,
  on: {
    isShown: { readonly current: boolean }
    onAsking: (index: number) => void
    onSigned: () => void
  },
): Promise<boolean> {
  for (const index of getUnsignedOperations(review, options)) {
    on.onAsking(index)
    // One request at a time: a wallet shows one window.
    // oxlint-disable-next-line no-await-in-loop
    await signOperation(review, index, options)
    if (!on.isShown.current) return false
    on.onSigned()
  }
  return true
}

type SavingOptions = SigningOptions & { call: PreparedReview | undefined }

/** Saves what this browser's pages later rely on: amounts, expiry, signatures, and the recipient. */
function saveSigned(review: Review, options: SavingOptions): void {
  const payers = review.operations.map(getSourceAccount)
  const when = { signedAtMs: Date.now(), validUntil: getValidUntil(review) }
  if (review.quote) {
    saveSignedAmounts(review.quote, when)
    saveReceiptParts(review, { id: review.quote.id, ...options })
  }
  saveSignedRecipient({ request: review.request, payers })
}

function saveReceiptParts(review: Review, options: SavingOptions & { id: Hash }): void {
  const { id, call, nowMs } = options
  const operation = call?.facts?.operation
  const [signature] = operation
    ? readGivenSignatures([operation], {
        ...options,
        id: operation.typedData.message.callDataAndNonceHash,
      })
    : []
  saveSignedQuote(id, {
    quote: review.received,
    request: review.request,
    signatures: [...readGivenSignatures(review.operations, options)],
    signedAtMs: Math.round(nowMs()),
    ...(call &&
      signature && { call: { prepared: call.received, request: call.request, signature } }),
  })
}

/** Returns when the last operation expires, in Unix seconds; undefined if one has no expiry. */
function getValidUntil({ operations }: Pick<Review, 'operations'>): number | undefined {
  const ends = operations.map(({ validUntil }) => validUntil)
  if (ends.includes(undefined)) return undefined
  return Math.max(...ends.map(Number))
}

/** Returns the fund keys of a review's operations, which other tabs compare with theirs. */
function getFunds({ operations }: Pick<Review, 'operations'>): readonly string[] {
  return operations.map((operation) =>
    toFundKey({ account: getSourceAccount(operation), assetType: operation.asset.assetType }),
  )
}

/** Returns the connected key, and the keys of the user's other accounts, Solana's last. */
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
