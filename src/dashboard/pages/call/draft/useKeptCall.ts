import { useCallback, useEffect, useState } from 'react'

import { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { useApi } from '#dashboard/api/service/apiContext.ts'
import type { ReceivedCallQuote } from '#dashboard/api/service/callQuote.ts'
import type { ReceivedCall } from '#dashboard/api/service/prepareCall.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { sessionBook } from '../../signing/storage/sessionBook.ts'
import { useRoots } from '../../useInstallation.ts'
import { type KeptCall, sessionShelf, type ShelfPlace } from './callShelf.ts'
import { type RecoveryNotice, recoverCall, sweepShelf } from './keptCall.ts'

/** The prepared call of an account that is not executed yet, over reloads of this tab. */
export type KeptCallState = {
  /** False until it was looked for. */
  isRead: boolean
  kept: KeptCall | undefined
  /** What was dropped when it was looked for. */
  notice: RecoveryNotice | undefined
  /** Says it no longer. */
  hush: () => void
  keep: (kept: KeptCall) => void
  keepQuote: (quoted: ReceivedCallQuote) => void
  /** It was executed, or it is over. */
  forget: () => void
  /** Forgets it together with its signatures. */
  discard: () => void
}

type Read = { place: ShelfPlace; kept: KeptCall | undefined; notice: RecoveryNotice | undefined }

/** What is kept for `account` on the network that is shown; looked for once, then followed. */
export function useKeptCall(account: EvmAddress | undefined): KeptCallState {
  const { clock } = useApi()
  const { name: network } = useNetwork()
  const roots = useRoots()
  const [read, setRead] = useState<Read>()
  const isKnown = read?.place.account === account && read?.place.network === network
  // Nothing can be verified before the seal's key is known.
  const isDue = !isKnown && account !== undefined && roots.quoteSigner !== undefined
  if (isDue) {
    const place = { network, account }
    setRead({ place, ...recoverCall(sessionShelf.read(place), { nowMs: clock.nowMs(), roots }) })
  }
  useEffect(() => {
    if (read) sweepShelf(sessionShelf, read.place, read)
  }, [read])

  const keep = useCallback(
    (kept: KeptCall) => {
      if (account === undefined) return
      const place = { network, account }
      sessionShelf.keep(place, kept)
      setRead((last) => ({ place, kept, notice: last?.notice }))
    },
    [account, network],
  )
  const forget = useCallback(() => {
    if (account === undefined) return
    const place = { network, account }
    sessionShelf.forget(place)
    setRead({ place, kept: undefined, notice: undefined })
  }, [account, network])
  const kept = isKnown ? read.kept : undefined
  return {
    isRead: isKnown,
    kept,
    notice: isKnown ? read.notice : undefined,
    hush: () => setRead((last) => last && { ...last, notice: undefined }),
    keep,
    keepQuote(quoted) {
      if (kept) keep({ ...kept, quoted })
    },
    forget,
    discard() {
      if (kept) sessionBook.forget(hashOf(kept.call))
      if (kept?.quoted) sessionBook.forget(kept.quoted.quote.id)
      forget()
    },
  }
}

/** Whether the operation of a kept call is signed by `owner`. */
export function isKeptSigned({ call }: KeptCall, owner: EvmAddress | undefined): boolean {
  return (
    owner !== undefined &&
    sessionBook.read({ quoteId: hashOf(call), index: 0, owner }) !== undefined
  )
}

/** Whether a kept call is what the form asks for at present. */
export function isSameRequest(
  { call }: KeptCall,
  request: PrepareCallQuoteRequest | undefined,
): boolean {
  const asked = PrepareCallQuoteRequest.safeParse(request)
  return asked.success && JSON.stringify(asked.data) === JSON.stringify(call.request)
}

function hashOf({ prepared }: ReceivedCall) {
  return prepared.chainOperation.typedDataToSign.message.callDataAndNonceHash
}
