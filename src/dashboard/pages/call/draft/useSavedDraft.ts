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

/** The prepared call of an account that is not executed yet, over reloads of this tab. */
export type SavedDraftState = {
  /** False until it was looked for. */
  isRead: boolean
  saved: SavedDraft | undefined
  /** What was dropped when it was looked for. */
  notice: RecoveryNotice | undefined
  /** Says it no longer. */
  dismiss: () => void
  save: (kept: SavedDraft) => void
  saveQuote: (quoted: ReceivedCallQuote) => void
  /** It was executed, or it is over. */
  forget: () => void
  /** Forgets it together with its signatures. */
  discard: () => void
}

type LoadedDraft = {
  key: DraftKey
  saved: SavedDraft | undefined
  notice: RecoveryNotice | undefined
}

/** What is kept for `account` on the network that is shown; looked for once, then followed. */
export function useSavedDraft(account: EvmAddress | undefined): SavedDraftState {
  const { clock } = useApi()
  const { name: network } = useNetwork()
  const roots = useRoots()
  const [read, setRead] = useState<LoadedDraft>()
  const isKnown = read?.key.account === account && read?.key.network === network
  // Nothing can be verified before the seal's key is known.
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

/** Whether the operation of a kept call is signed by `owner`. */
export function isDraftSigned({ call }: SavedDraft, owner: EvmAddress | undefined): boolean {
  return (
    owner !== undefined &&
    sessionSignatures.read({ quoteId: getOperationHash(call), index: 0, owner }) !== undefined
  )
}

/** Whether a kept call is what the form asks for at present. */
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
