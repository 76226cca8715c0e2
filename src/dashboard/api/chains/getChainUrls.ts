import type { ChainId } from '#protocol/ids/caip.ts'
import { parseHostName, isLoopbackName } from '#protocol/http/parseHostName.ts'
import { getServiceUrl } from './serviceUrl.ts'

/** Where the service of this page relays a chain. Source: wire, "Discovery". */
export function getRelayUrl(chainId: ChainId, own: string = getServiceUrl()): string {
  return `${own}/rpc/${chainId}`
}

/**
 * Where this browser reaches a chain, the preferred address first: the chain's own endpoint says what the
 * service cannot change, and its relay serves whoever does not reach that. A loopback address in a page of
 * another machine would be the visitor's own machine.
 *
 * @param rpcUrl - Empty where none is known.
 */
export function getChainUrls(
  chainId: ChainId,
  rpcUrl: string,
  own: string = getServiceUrl(),
): readonly [string, ...(readonly string[])] {
  const relay = getRelayUrl(chainId, own)
  const isOwn = URL.canParse(rpcUrl) && (!isLoopback(rpcUrl) || isLoopback(own))
  return isOwn && rpcUrl !== relay ? [rpcUrl, relay] : [relay]
}

function isLoopback(url: string): boolean {
  return isLoopbackName(parseHostName(new URL(url).host) ?? '')
}
