import type { Network } from '#networks/network.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import type { Discovery } from '#protocol/service/discovery.ts'
import { getChainReference } from '#protocol/ids/getChainReference.ts'

/** Where each chain's transactions are shown, by CAIP-2 id. */
export type Explorers = ReadonlyMap<string, string>

/**
 * The explorers of the pinned network: a link is believed, so that no answer of a service says where
 * it leads. The chains of a devnet are shown by the service at the page's own origin, unless it says that
 * it shows none.
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

/** The page of a transaction in its chain's explorer; undefined without one. */
export function buildTransactionHref(
  explorers: Explorers,
  { chainId, hash }: { chainId: ChainId; hash: string },
): string | undefined {
  const explorer = explorers.get(chainId)
  return explorer === undefined ? undefined : `${explorer}/tx/${encodeURIComponent(hash)}`
}
