import { programs } from '#chains/solana/program/addresses.ts'
import { chainOf, evmChains } from '#networks/chainsOf.ts'
import type { Network } from '#networks/network.ts'
import { type AccountAddress, type ChainId, isSameAddress, splitAssetType } from '#protocol/caip.ts'

/**
 * What of the network's own stands at an address: a contract on any of its EVM chains (most have the same
 * address everywhere), a pool, a token, the program of a cluster. What is sent there is lost.
 *
 * @param chainId - Says in which ecosystem the address is.
 * @returns A name for people; undefined for anybody else's address.
 */
export function nameOfOwnContract(
  address: AccountAddress,
  { network, chainId }: { network: Network; chainId: ChainId },
): string | undefined {
  const chain = chainOf(network, chainId)
  const named =
    chain.kind === 'evm'
      ? namedOnEvm(network)
      : [['the escrow program', chain.program] as const, ...Object.entries(programs)]
  return [...named, ...tokensOf(network)].find(([, own]) => isSameAddress(own, address))?.[0]
}

function namedOnEvm(network: Network): readonly (readonly [string, string])[] {
  return [
    ...evmChains(network).flatMap(({ contracts, vault }) => [
      ...Object.entries(contracts),
      ...(vault ? [['vault', vault] as const] : []),
    ]),
    ...network.pools.map(({ pool }) => ['pool', pool] as const),
  ]
}

function tokensOf({ aggregates }: Network): readonly (readonly [string, string])[] {
  return aggregates.flatMap(({ members }) =>
    members.flatMap(({ assetType, symbol }) => {
      const { namespace, reference } = splitAssetType(assetType)
      return namespace === 'slip44' ? [] : [[`the token ${symbol}`, reference] as const]
    }),
  )
}
