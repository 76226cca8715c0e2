import type { Network } from '#networks/network.ts'
import { toEvmChainId } from '#protocol/ids/caip.ts'

/** What the network calls a chain; one that it does not have says so. */
export function getChainName(chainId: number, network: Network): string {
  const known = network.chains.find((one) => one.chainId === toEvmChainId(chainId))
  return known?.name ?? `Chain ${chainId}, not one of ${network.name}`
}
