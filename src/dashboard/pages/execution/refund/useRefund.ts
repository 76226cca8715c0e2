import { findEvmChain } from '#networks/getChain.ts'
import { useState } from 'react'

import { buildRefund } from '#chains/evm/orders/settlementAbi.ts'
import { getEvmChainNumber } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Order } from '#protocol/orders/order.ts'
import { useRefundGas } from '#dashboard/api/chains/refundGas.ts'
import { useReceipt } from '#dashboard/api/chains/receipt.ts'
import { showToast } from '#dashboard/components/overlays/Toasts.tsx'
import { useOwner } from '#dashboard/wallets/accounts/owner/useOwner.ts'
import { useSigner } from '#dashboard/wallets/signing/useSigner.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import type { HeldDeposit } from '../view/executionView.ts'
import { type RefundState, describeRefundError, describeRefundRevert } from './refund.ts'

/** Sends the refund of a deposit with the connected key, and follows its transaction. */
export function useRefund({ order, chainId, amount }: HeldDeposit<Order>): RefundState {
  const owner = useOwner()
  const signer = useSigner()
  const network = useNetwork()
  const gas = useRefundGas(network, { chainId, owner: owner.address }).data
  const [isAsking, setAsking] = useState(false)
  const [hash, setHash] = useState<Hex>()
  const [error, setError] = useState<Error>()
  const isReverted = useReceipt(network, { chainId, hash }).data === 'reverted'

  async function send() {
    // The escrow is the pinned one: an order read from events must not decide where to send.
    const chain = findEvmChain(network, chainId)
    const number = getEvmChainNumber(chainId)
    if (!chain || number === undefined)
      throw new Error(translate('This app doesn’t support that chain.'))
    const call = buildRefund(order, { escrow: chain.contracts.originEscrow })
    return signer.sendTransaction({ chainId: number, ...call })
  }

  function start() {
    setAsking(true)
    setError(undefined)
    setHash(undefined)
    send()
      .then((sent) => {
        setHash(sent)
        showToast(translate('Refund sent on {chain}', { chain: amount.chain.name }))
      })
      .catch((error: unknown) => {
        setError(
          error instanceof Error ? error : new Error(translate('The wallet gave no reason.')),
        )
      })
      .finally(() => setAsking(false))
  }

  return {
    isConnected: owner.address !== undefined,
    shortage:
      owner.address !== undefined && gas !== undefined && gas.heldWei < gas.neededWei
        ? { address: owner.address, needed: gas.neededWei, held: gas.heldWei }
        : undefined,
    step: isAsking ? 'asking' : hash !== undefined && !isReverted ? 'sent' : 'idle',
    hash,
    error: isReverted ? describeRefundRevert(amount.chain.name) : describeRefundError(error),
    start,
  }
}
