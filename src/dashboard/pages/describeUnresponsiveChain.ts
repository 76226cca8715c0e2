import { ApiError } from '../api/service/client.ts'
import type { ChainIdentity } from '../components/flow/chainIdentity.ts'

/** How a refusal for the sake of a chain that does not answer is put, by the name of the chain. */
export type UnresponsiveChainMessage = { title: string; body: string }

/** Names the chain that the service had no answer from; undefined where that is not what it says. */
export function describeUnresponsiveChain(
  error: Error,
  chains: ReadonlyMap<string, ChainIdentity>,
): UnresponsiveChainMessage | undefined {
  if (!(error instanceof ApiError) || error.code !== 'CHAIN_UNAVAILABLE') return undefined
  // It begins with the chain, with an asset of it, or with several chains.
  const [chainId = ''] = error.message.split(/[ ,/]/)
  const name = chains.get(chainId)?.name
  if (name === undefined) return undefined
  return {
    title: `${name} does not answer`,
    body: `Nothing that needs ${name} can be quoted until it does. Other chains can be paid from and received on meanwhile; funds are not affected.`,
  }
}
