import type { Chain, AccountHoldings } from '#chains/ports/chain.ts'
import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import type { Network } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AccountAddress, AssetType, ChainId } from '#protocol/ids/caip.ts'
import { type Asset, toAssetKey, indexAssets } from '../assetIndex.ts'

/** Balances of one account on one chain, of all the network's assets there. */
export type ChainHoldings = Omit<AccountHoldings, 'balances'> & {
  chainId: ChainId
  /** Smallest units; undefined when the token did not answer or is not on this chain. */
  balanceOf(assetType: AssetType): bigint | undefined
}

/** Reads and caches holdings; see {@link createHoldings}. */
export type HoldingsReader = {
  /** @returns Undefined when the chain does not answer. */
  read(account: AccountAddress, chainId: ChainId): Promise<ChainHoldings | undefined>
  forget(account: AccountAddress): void
}

/** Number of cache entries above which expired ones are removed. */
const sweepAbove = 10_000

/**
 * Creates a cached reader of holdings: concurrent reads of an account and chain share one request,
 * and its result is cached for at most one block. If a balance is forgotten while it is being read,
 * the next caller reads it again.
 */
export function createHoldings(options: {
  network: Network
  chains: ReadonlyMap<ChainId, Chain>
}): HoldingsReader {
  const { network, chains } = options
  const assets = indexAssets(network)
  const lists = new Map(
    network.chains.map(({ chainId, blockMs }) => [
      chainId,
      { blockMs, ...getAssetList(assets.findOnChain(chainId)) },
    ]),
  )
  const kept = new Map<string, { answer: Promise<ChainHoldings | undefined>; untilMs: number }>()

  return {
    async read(account, chainId) {
      const key = `${toAddressKey(account)} ${chainId}`
      const known = kept.get(key)
      if (known && performance.now() < known.untilMs) return known.answer
      if (kept.size > sweepAbove) sweep()
      const answer = ask(account, chainId)
      // From the request, not the response: the holdings are as of the block before.
      const entry = { answer, untilMs: performance.now() + (lists.get(chainId)?.blockMs ?? 0) }
      kept.set(key, entry)
      try {
        const holdings = await answer
        if (!holdings && kept.get(key) === entry) kept.delete(key)
        return holdings
      } catch (error) {
        if (kept.get(key) === entry) kept.delete(key)
        throw error
      }
    },
    forget(account) {
      for (const { chainId } of network.chains) kept.delete(`${toAddressKey(account)} ${chainId}`)
    },
  }

  async function ask(
    account: AccountAddress,
    chainId: ChainId,
  ): Promise<ChainHoldings | undefined> {
    const chain = chains.get(chainId)
    const list = lists.get(chainId)
    if (!chain || !list) throw new Error(`${chainId} has no adapter.`)
    try {
      const { balances, ...holdings } = await chain.readHoldings(account, list.assetTypes)
      return {
        ...holdings,
        chainId,
        balanceOf: (type) => balances[list.placeOf.get(toAssetKey(type)) ?? -1],
      }
    } catch (error) {
      if (findChainUnavailableError(error)) return undefined
      throw error
    }
  }

  function sweep(): void {
    const nowMs = performance.now()
    for (const [key, { untilMs }] of kept) if (untilMs < nowMs) kept.delete(key)
  }
}

/** The assets of a chain in the order in which they are read, with the index of each. */
function getAssetList(assets: readonly Asset[]) {
  const assetTypes = assets.map(({ assetType }) => assetType)
  return {
    assetTypes,
    placeOf: new Map(assetTypes.map((type, place) => [toAssetKey(type), place])),
  }
}
