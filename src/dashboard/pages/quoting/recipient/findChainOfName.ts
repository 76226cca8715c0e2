import { findNamesChain } from '#networks/getChain.ts'
import type { Network, NetworkChain } from '#networks/network.ts'

/** Longest name that the chain takes, characters. Source: ENSIP-10, DNS encoding. */
const maxLength = 255

/**
 * Returns the chain that would have a text as a name: words joined by dots, on SNS where they end with
 * `.sol`, else on ENS. Undefined for other texts, and where the network has no names of the service.
 * Characters that turn the direction of the text around them are in none.
 */
export function findChainOfName(
  network: Pick<Network, 'chains'>,
  text = '',
): NetworkChain | undefined {
  const typed = text.trim()
  if (
    typed.length > maxLength ||
    /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(typed)
  )
    return undefined
  return /^[^\s:/.]+(\.[^\s:/.]+)*\.[^\s:/.]{2,}$/u.test(typed)
    ? findNamesChain(network, /\.sol$/i.test(typed) ? 'SNS' : 'ENS')
    : undefined
}
