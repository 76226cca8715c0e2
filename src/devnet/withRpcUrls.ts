import type { Network, NetworkChain } from '#networks/network.ts'

/** Returns the network with the actual RPC URLs of its nodes. */
export function withRpcUrls<Of extends Network>(
  network: Of,
  chains: readonly Pick<NetworkChain, 'chainId' | 'rpcUrl'>[],
): Of {
  return {
    ...network,
    chains: network.chains.map((chain) => {
      const running = chains.find(({ chainId }) => chainId === chain.chainId)
      return running ? { ...chain, rpcUrl: running.rpcUrl } : chain
    }),
  }
}
