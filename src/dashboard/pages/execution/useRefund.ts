import { findEvmChain } from '#networks/chainsOf.ts'
import { useState } from 'react'

import { buildRefund } from '#chains/evm/buildRefund.ts'
import { evmChainNumber } from '#protocol/caip.ts'
import type { Hex } from '#protocol/hex.ts'
import { useGasMoney } from '../../api/gasMoney.ts'
import { useReceipt } from '../../api/receipt.ts'
import { showToast } from '../../components/toasts.ts'
import { SigningError } from '../../wallets/signingError.ts'
import { useOwner } from '../../wallets/useOwner.ts'
import { useSigner } from '../../wallets/useSigner.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import type { HeldDeposit } from './executionView.ts'

/** Why a deposit was not taken back, in words. */
export type RefundProblem = { tone: 'buff' | 'flare'; title: string; body: string }

/** Taking one deposit back from the escrow, as its row shows it. */
export type Refund = {
  isConnected: boolean
  /** The own key holds less than the chain's fee may take. */
  isShort: boolean
  /** Once `sent`, the deposit leaves the list when the chain shows it as given back. */
  step: 'idle' | 'asking' | 'sent'
  hash: Hex | undefined
  problem: RefundProblem | undefined
  start: () => void
}

/** Sends the refund of a deposit with the connected key, and watches how that ends. */
export function useRefund({ order, chainId, amount }: HeldDeposit): Refund {
  const owner = useOwner()
  const signer = useSigner()
  const network = useNetwork()
  const gas = useGasMoney(network, { chainId, owner: owner.address }).data
  const [isAsking, setAsking] = useState(false)
  const [hash, setHash] = useState<Hex>()
  const [failure, setFailure] = useState<Error>()
  const isReverted = useReceipt(network, { chainId, hash }).data === 'reverted'

  async function send() {
    // The escrow is the pinned one: an order read from events never says where to send.
    const chain = findEvmChain(network, chainId)
    const number = evmChainNumber(chainId)
    if (!chain || number === undefined) throw new Error('This app does not know that chain.')
    const call = buildRefund(order, { escrow: chain.contracts.originEscrow })
    return signer.sendTransaction({ chainId: number, ...call })
  }

  function start() {
    setAsking(true)
    setFailure(undefined)
    setHash(undefined)
    send()
      .then((sent) => {
        setHash(sent)
        showToast(`Refund sent on ${amount.chain.name}`)
      })
      .catch((error: unknown) => {
        setFailure(error instanceof Error ? error : new Error('The wallet gave no reason.'))
      })
      .finally(() => setAsking(false))
  }

  return {
    isConnected: owner.address !== undefined,
    isShort: gas !== undefined && gas.heldWei < gas.neededWei,
    step: isAsking ? 'asking' : hash !== undefined && !isReverted ? 'sent' : 'idle',
    hash,
    problem: isReverted ? reverted(amount.chain.name) : problemOf(failure),
    start,
  }
}

function reverted(chainName: string): RefundProblem {
  return {
    tone: 'flare',
    title: `${chainName} refused it`,
    body: 'The escrow still holds the deposit for you. It can be taken back again.',
  }
}

function problemOf(failure: Error | undefined): RefundProblem | undefined {
  if (failure === undefined) return undefined
  if (failure instanceof SigningError && failure.code === 'REJECTED')
    return {
      tone: 'buff',
      title: 'You declined in the wallet',
      body: 'Nothing was sent. The escrow still holds the deposit for you.',
    }
  return {
    tone: 'flare',
    title: 'It was not sent',
    body: `${failure.message} The escrow still holds the deposit for you.`,
  }
}
