import type { Network } from '#networks/network.ts'
import { type ChainId, getChainReference } from '#protocol/ids/caip.ts'
import type { Discovery } from '#protocol/service/discovery.ts'

/** Base URL of each chain's explorer, by CAIP-2 id. */
export type Explorers = ReadonlyMap<string, string>

/**
 * Returns the explorers of the pinned network. Users trust these links, so they never come from an
 * answer of the service. A devnet's explorers are served at the page's own origin, unless the
 * service says that it has none.
 */
export function getExplorers(
  { chains, isDevnet }: Network,
  origin: string,
  discovery?: { chains: readonly Pick<Discovery['chains'][number], 'chain' | 'explorerUrl'>[] },
): Explorers {
  const shown = discovery?.chains.filter(({ explorerUrl }) => explorerUrl !== undefined)
  return new Map(
    chains.flatMap(({ chainId, explorerUrl }): [ChainId, string][] => {
      if (explorerUrl !== undefined) return [[chainId, explorerUrl]]
      const isShown = shown?.some(({ chain }) => chain === chainId) ?? true
      return isDevnet && isShown
        ? [[chainId, `${origin}/explorer/${getChainReference(chainId)}`]]
        : []
    }),
  )
}

/** Returns the URL of a transaction in its chain's explorer; undefined without an explorer. */
export function buildTransactionHref(
  explorers: Explorers,
  { chainId, hash }: { chainId: ChainId; hash: string },
): string | undefined {
  const explorer = explorers.get(chainId)
  return explorer === undefined ? undefined : `${explorer}/tx/${encodeURIComponent(hash)}`
}
