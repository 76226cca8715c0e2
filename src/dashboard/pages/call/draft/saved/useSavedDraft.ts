import { useCallback, useEffect, useState } from 'react'

import { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { useApi } from '#dashboard/api/service/apiContext.ts'
import type { ReceivedCallQuote, ReceivedCall } from '#dashboard/api/service/callQuotes.ts'
import type { SolanaVerifier } from '#dashboard/review/cases/parsedQuote.ts'
import { touchesSolana } from '#dashboard/review/cases/touchesSolana.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { sessionSignatures } from '../../../signing/storage/sessionSignatures.ts'
import { useRoots } from '../../../chains/useInstallation.ts'
import {
  type RecoveryNotice,
  type SavedDraft,
  sessionDrafts,
  type DraftKey,
  pruneDraftStorage,
} from './draftStorage.ts'

/** The account's prepared but unexecuted call, kept across reloads of this tab. */
export type SavedDraftState = {
  /** False until the storage was read. */
  isRead: boolean
  saved: SavedDraft | undefined
  /** What was discarded when the storage was read. */
  notice: RecoveryNotice | undefined
  dismiss: () => void
  save: (draft: SavedDraft) => void
  saveQuote: (quoted: ReceivedCallQuote) => void
  /** Forgets the call once it is executed or expired. */
  forget: () => void
  /** Forgets the call and its signatures. */
  discard: () => void
}

type LoadedDraft = {
  key: DraftKey
  saved: SavedDraft | undefined
  notice: RecoveryNotice | undefined
}

/** Returns the saved call of `account`; the storage is read once per account and network. */
export function useSavedDraft(account: EvmAddress | undefined): SavedDraftState {
  const { name: network } = useNetwork()
  const { read, setRead } = useStoredDraft({ network, account })
  useEffect(() => {
    if (read) pruneDraftStorage(sessionDrafts, read.key, read)
  }, [read])

  const save = useCallback(
    (saved: SavedDraft) => {
      if (account === undefined) return
      const key = { network, account }
      sessionDrafts.save(key, saved)
      setRead((last) => ({ key, saved, notice: last?.notice }))
    },
    [account, network, setRead],
  )
  const forget = useCallback(() => {
    if (account === undefined) return
    const key = { network, account }
    sessionDrafts.forget(key)
    setRead({ key, saved: undefined, notice: undefined })
  }, [account, network, setRead])
  const saved = read?.saved
  return {
    isRead: read !== undefined,
    saved,
    notice: read?.notice,
    dismiss: () => setRead((last) => last && { ...last, notice: undefined }),
    save,
    saveQuote(quoted) {
      if (saved) save({ ...saved, quoted })
    },
    forget,
    discard() {
      if (saved) sessionSignatures.forget(getOperationHash(saved.call))
      if (saved?.quoted) sessionSignatures.forget(saved.quoted.quote.id)
      forget()
    },
  }
}

/** Reads the storage once for an account and network; what is there is checked again first. */
function useStoredDraft({
  network,
  account,
}: {
  network: string
  account: EvmAddress | undefined
}) {
  const { clock } = useApi()
  const roots = useRoots()
  const [read, setRead] = useState<LoadedDraft>()
  const isKnown = read?.key.account === account && read?.key.network === network
  // Nothing can be verified before the quote key is known.
  const isDue = !isKnown && account !== undefined && roots.quoteSigner !== undefined
  const stored = isDue ? sessionDrafts.read({ network, account }) : undefined
  if (isDue && stored === undefined)
    setRead({ key: { network, account }, saved: undefined, notice: undefined })
  const mustCheck = stored !== undefined
  useEffect(() => {
    if (!mustCheck || account === undefined) return
    const key = { network, account }
    let isMeant = true
    async function check(): Promise<void> {
      // With the verifier, which few visits need at once.
      const { recoverDraft } = await import('./recoverDraft.ts')
      const stored = sessionDrafts.read(key)
      const solana = await loadVerifier(stored)
      const now = { nowMs: clock.nowMs(), roots, solana }
      if (isMeant) setRead({ key, ...recoverDraft(stored, now) })
    }
    check().catch((cause: unknown) =>
      setRead(() => {
        throw cause
      }),
    )
    return () => {
      isMeant = false
    }
  }, [mustCheck, network, account, roots, clock])
  return { read: isKnown ? read : undefined, setRead }
}

/** Loads the Solana verifier where the quote of a saved call pays from there. */
async function loadVerifier(
  draft: SavedDraft | 'broken' | undefined,
): Promise<SolanaVerifier | undefined> {
  if (draft === undefined || draft === 'broken' || !draft.quoted) return undefined
  if (!touchesSolana(draft.quoted.quote)) return undefined
  const { solanaVerifier } = await import('#dashboard/review/solana/solanaVerifier.ts')
  return solanaVerifier
}

/** Returns whether `owner` has signed the operation of a saved call. */
export function isDraftSigned({ call }: SavedDraft, owner: EvmAddress | undefined): boolean {
  if (owner === undefined) return false
  const digest = getOperationHash(call)
  return sessionSignatures.read({ quoteId: digest, index: 0, digest, owner }) !== undefined
}

/** Returns whether a saved call is what the form currently asks for. */
export function isSameRequest(
  { call }: SavedDraft,
  request: PrepareCallQuoteRequest | undefined,
): boolean {
  const asked = PrepareCallQuoteRequest.safeParse(request)
  return asked.success && JSON.stringify(asked.data) === JSON.stringify(call.request)
}

function getOperationHash({ prepared }: ReceivedCall) {
  return prepared.chainOperation.typedDataToSign.message.callDataAndNonceHash
}
