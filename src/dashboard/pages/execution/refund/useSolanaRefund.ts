import { useState } from 'react'

import { encodeBase64 } from '#chains/solana/program/bytes.ts'
import type { RefundCost, RefundDraft } from '#chains/solana/orders/ownRefund.ts'
import { decodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import {
  prepareRefund,
  sendRefund,
  type SentRefund,
  useRefundCost,
  useRefundStatus,
  useSolanaEndpoint,
} from '#dashboard/api/chains/solanaRefund.ts'
import { showToast } from '#dashboard/components/overlays/Toasts.tsx'
import {
  type SolanaOwner,
  useSolanaOwner,
} from '#dashboard/wallets/accounts/owner/useSolanaOwner.ts'
import { useSigner } from '#dashboard/wallets/signing/useSigner.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import type { HeldDeposit } from '../view/executionView.ts'
import { type RefundState, type RefundErrorMessage, describeRefundError } from './refund.ts'
import { describeRefundRejection, describeRefundStatus } from './solanaRefundMessages.ts'

/** State of a refund on Solana, with its payer and cost. */
export type SolanaRefundState = RefundState & {
  owner: SolanaOwner | undefined
  cost: RefundCost | undefined
}

/**
 * Sends the refund of a deposit on Solana, paid by the connected Solana account, and follows its
 * transaction. The message is built here from chain data; the service takes no part in it.
 */
export function useSolanaRefund(deposit: HeldDeposit<SolanaOrder>): SolanaRefundState {
  const { order, chainId, amount } = deposit
  const owner = useSolanaOwner()
  const signer = useSigner()
  const endpoint = useSolanaEndpoint(useNetwork(), chainId)
  const payer = owner?.address
  const cost = useRefundCost(endpoint, { order, payer }).data
  const [isAsking, setAsking] = useState(false)
  const [sent, setSent] = useState<SentRefund>()
  const [message, setMessage] = useState<RefundErrorMessage>()
  const status = useRefundStatus(endpoint, sent).data
  const ended = describeRefundStatus(status, amount.chain.name)

  async function send(): Promise<void> {
    if (!endpoint || payer === undefined)
      throw new Error(translate('This app doesn’t support that chain.'))
    const prepared = await prepareRefund(endpoint, { order, payer })
    if ('error' in prepared) return setMessage(describeRefundRejection(prepared, amount.chain.name))
    const signature = await sign(prepared, payer)
    setSent(await sendRefund(endpoint, { draft: prepared, payer, signature }))
    return showToast(translate('Refund sent on {chain}', { chain: amount.chain.name }))
  }

  async function sign({ message }: RefundDraft, by: string): Promise<Uint8Array> {
    return decodeBase58(await signer.signSolanaMessage(encodeBase64(message), by))
  }

  function start() {
    setAsking(true)
    setMessage(undefined)
    setSent(undefined)
    send()
      .catch((error: unknown) => {
        const failure =
          error instanceof Error ? error : new Error(translate('The wallet gave no reason.'))
        setMessage(describeRefundError(failure))
      })
      .finally(() => setAsking(false))
  }

  return {
    isConnected: payer !== undefined,
    shortage:
      payer !== undefined && cost !== undefined && cost.held < cost.needed
        ? { address: payer, needed: cost.needed, held: cost.held, kept: cost.reserved }
        : undefined,
    step: isAsking ? 'asking' : sent && !ended ? 'sent' : 'idle',
    hash: sent?.signature,
    error: ended ?? message,
    start,
    owner,
    cost,
  }
}
