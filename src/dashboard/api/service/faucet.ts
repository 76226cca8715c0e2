import { useMutation, useQueryClient } from '@tanstack/react-query'

import * as endpoints from '#protocol/http/endpoints/devnet.ts'
import { getChain, getEvmChains } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import {
  AccountAddress,
  type ChainId,
  type EvmAddress,
  type SolanaAddress,
} from '#protocol/ids/caip.ts'
import { useApi } from './apiContext.ts'
import { type Api, call } from './client.ts'

/** The accounts to fund with some of every asset, and the EVM owner to fund with gas. */
export type FundingTarget = {
  evm: { account: EvmAddress; owner: EvmAddress } | undefined
  solana: SolanaAddress | undefined
  network: Network
}

/** Native coins that an owner key gets on each chain for gas: 0.05, smallest units. */
const gasGrantUnits = { evm: 50_000_000_000_000_000n, solana: 50_000_000n }

/**
 * Funds accounts from the devnet's faucet, and the EVM owner's key with gas on every chain, which
 * it needs to refund a deposit without the service. Refetches balances afterwards.
 */
export function useFaucet() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ evm, solana, network }: FundingTarget) {
      const accounts = [...(evm ? [evm.account] : []), ...(solana === undefined ? [] : [solana])]
      const owners = evm ? getEvmChains(network).map(({ chainId }) => ({ ...evm, chainId })) : []
      const [given] = await Promise.all([
        Promise.all(
          accounts.map(async (account) => {
            const { funded } = await call(api, endpoints.faucet, { body: { address: account } })
            return { account, parts: funded }
          }),
        ),
        ...owners.map(({ owner, chainId }) => requestGas(api, { owner, chainId, network })),
      ])
      return given
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['balances'] }),
  })
}

/** Funds a key with gas on one chain of the devnet. */
export function useGasFaucet(network: Network) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (to: { owner: string; chainId: ChainId }) => requestGas(api, { ...to, network }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['gasMoney'] }),
  })
}

async function requestGas(
  api: Api,
  { owner, chainId, network }: { owner: string; chainId: ChainId; network: Network },
): Promise<void> {
  const { nativeAsset: assetType, kind } = getChain(network, chainId)
  const body = {
    address: AccountAddress.parse(owner),
    assetType,
    amount: String(gasGrantUnits[kind]),
  }
  await call(api, endpoints.faucet, { body })
}
