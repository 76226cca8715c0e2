import { useMutation, useQueryClient } from '@tanstack/react-query'

import { evmChains } from '#networks/chainsOf.ts'
import type { Network } from '#networks/network.ts'
import type { ChainId, EvmAddress, SolanaAddress } from '#protocol/caip.ts'
import { useApi } from './apiContext.ts'
import { type Api, call } from './client.ts'

/** Who is funded: the account with a little of everything, its owner's own key with gas money. */
export type Funded = {
  account: EvmAddress
  owner: EvmAddress
  /** A Solana account that gets a little of everything too. */
  solana?: SolanaAddress | undefined
  network: Network
}

/** What an own key gets on a chain to pay its fees with: 0.05 coins. */
const gasMoney = 50_000_000_000_000_000n

/**
 * Funds an account from the devnet's faucet, and its owner's key with gas money on every chain: the
 * owner needs that to take a deposit back without the service. Balances are read again once it has
 * landed.
 */
export function useFaucet() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ account, owner, solana, network }: Funded) {
      const [given, onSolana] = await Promise.all([
        call(api, 'faucet', { body: { address: account } }),
        solana === undefined ? undefined : call(api, 'faucet', { body: { address: solana } }),
        ...evmChains(network).map(({ chainId }) => giveGas(api, { owner, chainId, network })),
      ])
      return { funded: [...given.funded, ...(onSolana?.funded ?? [])] }
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['balances'] }),
  })
}

/** Gives a key gas money on one chain of the devnet. */
export function useGasFaucet(network: Network) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (to: { owner: EvmAddress; chainId: ChainId }) => giveGas(api, { ...to, network }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['gasMoney'] }),
  })
}

async function giveGas(
  api: Api,
  { owner, chainId, network }: { owner: EvmAddress; chainId: ChainId; network: Network },
): Promise<void> {
  const assetType = network.chains.find((chain) => chain.chainId === chainId)?.nativeAsset
  if (assetType === undefined) throw new Error(`The network has no chain ${chainId}.`)
  await call(api, 'faucet', { body: { address: owner, assetType, amount: String(gasMoney) } })
}
