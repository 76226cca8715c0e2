import type { Network } from '#networks/network.ts'
import type { DevnetChain } from './startChains.ts'

/** The network with the addresses at which its nodes really listen. */
export function withRpcUrls<Of extends Network>(network: Of, chains: readonly DevnetChain[]): Of {
  return {
    ...network,
    chains: network.chains.map((chain) => {
      const running = chains.find(({ chainId }) => chainId === chain.chainId)
      return running ? { ...chain, rpcUrl: running.rpcUrl } : chain
    }),
  }
}
