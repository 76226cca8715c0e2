import { useState } from 'react'

import { useApi } from '#dashboard/api/service/apiContext.ts'
import { type ReceivedCallQuote, useCallQuote } from '#dashboard/api/service/callQuotes.ts'
import { ApiError } from '#dashboard/api/service/client.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import {
  isPreparedSigned,
  buildSignedRequest,
  signPrepared,
} from '#dashboard/review/signing/signPrepared.ts'
import type { PreparedReview } from '#dashboard/review/verifyPrepared.ts'
import { useOwner } from '#dashboard/wallets/accounts/owner/useOwner.ts'
import { useSigner } from '#dashboard/wallets/signing/useSigner.ts'
import { translate } from '../../../language/translate.ts'
import { sessionSignatures as signatures } from '../../signing/storage/sessionSignatures.ts'
import {
  type SigningErrorMessage,
  describeSigningError,
} from '../../signing/describeSigningError.ts'
import { useIsShown } from '../../signing/useIsShown.ts'
import type { Signing, SigningPhase } from '../../signing/useSigning.ts'
import { useChainIdentities } from '../../chains/useChainIdentities.ts'
import { describeCallError } from '../draft/describeCallError.ts'

/** Signing of a prepared call, and the quote requested with its signature. */
export type PreparedSigning = { signing: Signing; quoted: ReceivedCallQuote | undefined }

/** A quote saved before a reload, and callbacks to save the next one. */
export type PreparedSigningOptions = {
  savedQuote: ReceivedCallQuote | undefined
  onQuote: (quoted: ReceivedCallQuote) => void
  /** The operation can no longer be quoted. */
  onOver: () => void
}

/**
 * Signs a prepared call and requests its quote at once. If started again, it requests a new quote
 * with the same signature.
 */
export function usePreparedSigning(
  review: PreparedReview,
  { savedQuote, onQuote, onOver }: PreparedSigningOptions,
): PreparedSigning {
  const { clock } = useApi()
  const chains = useChainIdentities()
  const { address } = useOwner()
  const signer = useSigner()
  const { mutateAsync } = useCallQuote()
  const [phase, setPhase] = useState<SigningPhase>({ step: 'idle' })
  const [error, setError] = useState<SigningErrorMessage>()
  const [quoted, setQuoted] = useState(savedQuote)
  const isShown = useIsShown()
  const isSigned = address !== undefined && isPreparedSigned(review, { signatures, owner: address })

  function start() {
    if (!address) return
    const options = { signer, owner: address, signatures, nowMs: clock.nowMs }
    setError(undefined)
    async function run() {
      setPhase({ step: 'asking', index: 0 })
      await signPrepared(review, options)
      if (!isShown.current) return
      setPhase({ step: 'sending' })
      const received = await mutateAsync(buildSignedRequest(review, options))
      setQuoted(received)
      onQuote(received)
      setPhase({ step: 'idle' })
    }
    run().catch((error: unknown) => {
      const message = describeFundingError(error, chains)
      setPhase({ step: 'idle' })
      setError(message)
      if (error instanceof ApiError && message.isOver) onOver()
    })
  }

  return { quoted, signing: { phase, error, signed: isSigned ? [0] : [], start } }
}

/** Describes an error after signing: if the service refused the quote, nothing has moved. */
function describeFundingError(
  error: unknown,
  chains: ReadonlyMap<string, ChainIdentity>,
): SigningErrorMessage {
  if (!(error instanceof ApiError)) return describeSigningError(error, { signed: 0, total: 1 })
  const { title, body, next } = describeCallError(error, chains)
  const isOver = next === 'prepare' || next === 'change'
  return {
    title,
    body: translate('{body} Nothing moved: a signature has no effect until it’s submitted.', {
      body,
    }),
    retry: isOver ? undefined : translate('Get a new quote'),
    isOver,
  }
}
