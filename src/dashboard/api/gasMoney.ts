import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { hexToBigInt } from 'viem/utils'

import { createEvmClient } from '#chains/evm/client.ts'
import { readFees } from '#chains/evm/readFees.ts'
import type { Network } from '#networks/network.ts'
import type { ChainId, EvmAddress } from '#protocol/caip.ts'
import { useRpcUrls } from './rpcUrls.ts'

/** What an own key holds for a chain's fee, and what a refund may cost it at most; wei. */
export type GasMoney = { heldWei: bigint; neededWei: bigint }

/** A refund by the clock takes 72,000 gas; wallets ask for some more than they use. */
const refundGas = 100_000n

/** The tip that wallets offer when a chain asks for less, wei. */
const usualTip = 1_000_000_000n

/**
 * Key and fetch of the coins that `owner` holds on a chain beside what a refund costs there, read
 * from the chain itself.
 */
export function gasMoneyOptions(
  chainId: ChainId,
  options: { owner: EvmAddress | undefined; rpcUrl: string | undefined },
) {
  const { owner, rpcUrl } = options
  return queryOptions({
    queryKey: ['gasMoney', { chainId, owner: owner?.toLowerCase() }],
    queryFn: owner && rpcUrl ? () => readGasMoney(chainId, { owner, rpcUrl }) : skipToken,
    refetchInterval: 2000,
    retry: false,
  })
}

/** The coins of `owner` for a refund on a chain; idle without an owner. */
export function useGasMoney(
  network: Network,
  { chainId, owner }: { chainId: ChainId; owner: EvmAddress | undefined },
) {
  const rpcUrl = useRpcUrls(network)?.get(chainId)
  return useQuery(gasMoneyOptions(chainId, { owner, rpcUrl }))
}

async function readGasMoney(
  chainId: ChainId,
  { owner, rpcUrl }: { owner: EvmAddress; rpcUrl: string },
): Promise<GasMoney> {
  const client = createEvmClient(chainId, { rpcUrl })
  const [held, { baseFeePerGas, maxPriorityFeePerGas: tip }] = await Promise.all([
    client.rpc.request({ method: 'eth_getBalance', params: [owner, 'latest'] }),
    readFees(client),
  ])
  const price = baseFeePerGas * 2n + (tip > usualTip ? tip : usualTip)
  return { heldWei: hexToBigInt(held), neededWei: refundGas * price }
}
