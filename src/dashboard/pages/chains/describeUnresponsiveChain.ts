import { ApiError } from '../../api/service/client.ts'
import type { ChainIdentity } from '../../components/flow/chainIdentity.ts'
import { translate } from '../../language/translate.ts'

/** Message for a request that failed because a chain does not answer. */
export type UnresponsiveChainMessage = { title: string; body: string }

/** Returns a message with the chain's name; undefined if the error has another cause. */
export function describeUnresponsiveChain(
  error: Error,
  chains: ReadonlyMap<string, ChainIdentity>,
): UnresponsiveChainMessage | undefined {
  if (!(error instanceof ApiError) || error.code !== 'CHAIN_UNAVAILABLE') return undefined
  // The message starts with the chain, with an asset on it, or with a list of chains.
  const [chainId = ''] = error.message.split(/[ ,/]/)
  const name = chains.get(chainId)?.name
  if (name === undefined) return undefined
  return {
    title: translate('{name} isn’t responding', { name }),
    body: translate(
      'Quotes that involve {name} are paused. You can still pay from and receive on other chains. Your funds aren’t affected.',
      { name },
    ),
  }
}
