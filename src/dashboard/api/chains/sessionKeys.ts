import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import { getEvmChains } from '#networks/getChain.ts'
import { readSessionKey } from '#chains/evm/account/sessionKey.ts'
import type { Network } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import { getEvmClient } from './getEvmClient.ts'
import { useRpcUrls } from './chainUrls.ts'

/**
 * The session key of an account on each chain, as the account answers: zero for none, undefined
 * where it is not deployed. Chains that did not answer are left out.
 */
export type SessionKeys = ReadonlyMap<ChainId, EvmAddress | undefined>

/** Query of the session key of a role-based account on each chain, read every 10 seconds. */
export function sessionKeysOptions(
  network: Network,
  of: { account: EvmAddress; rpcUrls: ReadonlyMap<ChainId, string> | undefined },
) {
  const { account, rpcUrls } = of
  return queryOptions({
    queryKey: ['sessionKeys', network.name, toAddressKey(account)],
    queryFn: rpcUrls ? () => readKeys(network, { account, rpcUrls }) : skipToken,
    refetchInterval: 10_000,
    retry: 1,
  })
}

/** {@link sessionKeysOptions}, with the chains' own addresses. */
export function useSessionKeys(network: Network, account: EvmAddress) {
  return useQuery(sessionKeysOptions(network, { account, rpcUrls: useRpcUrls(network) }))
}

async function readKeys(
  network: Network,
  { account, rpcUrls }: { account: EvmAddress; rpcUrls: ReadonlyMap<ChainId, string> },
): Promise<SessionKeys> {
  const read = await Promise.allSettled(
    getEvmChains(network).map(async (chain) => {
      return [chain.chainId, await readSessionKey(getEvmClient(chain, rpcUrls), account)] as const
    }),
  )
  return new Map(read.flatMap((chain) => (chain.status === 'fulfilled' ? [chain.value] : [])))
}
