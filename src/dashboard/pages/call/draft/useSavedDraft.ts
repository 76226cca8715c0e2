import { useCallback, useEffect, useState } from 'react'

import { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { useApi } from '#dashboard/api/service/apiContext.ts'
import type { ReceivedCallQuote } from '#dashboard/api/service/callQuote.ts'
import type { ReceivedCall } from '#dashboard/api/service/prepareCall.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { sessionSignatures } from '../../signing/storage/sessionSignatures.ts'
import { useRoots } from '../../useInstallation.ts'
import { type SavedDraft, sessionDrafts, type DraftKey } from './draftStorage.ts'
import { type RecoveryNotice, recoverDraft, pruneDraftStorage } from './recoverDraft.ts'

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
  const { clock } = useApi()
  const { name: network } = useNetwork()
  const roots = useRoots()
  const [read, setRead] = useState<LoadedDraft>()
  const isKnown = read?.key.account === account && read?.key.network === network
  // Nothing can be verified before the quote key is known.
  const isDue = !isKnown && account !== undefined && roots.quoteSigner !== undefined
  if (isDue) {
    const key = { network, account }
    setRead({ key, ...recoverDraft(sessionDrafts.read(key), { nowMs: clock.nowMs(), roots }) })
  }
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
    [account, network],
  )
  const forget = useCallback(() => {
    if (account === undefined) return
    const key = { network, account }
    sessionDrafts.forget(key)
    setRead({ key, saved: undefined, notice: undefined })
  }, [account, network])
  const saved = isKnown ? read.saved : undefined
  return {
    isRead: isKnown,
    saved,
    notice: isKnown ? read.notice : undefined,
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

/** Returns whether `owner` has signed the operation of a saved call. */
export function isDraftSigned({ call }: SavedDraft, owner: EvmAddress | undefined): boolean {
  return (
    owner !== undefined &&
    sessionSignatures.read({ quoteId: getOperationHash(call), index: 0, owner }) !== undefined
  )
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
