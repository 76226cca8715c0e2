import type { Chain, Holdings } from '#chains/ports/chain.ts'
import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import type { Network } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AccountAddress, AssetType, ChainId } from '#protocol/ids/caip.ts'
import { type Asset, toAssetKey, indexAssets } from '../assetIndex.ts'

/** What one account holds on one chain: every asset of the network there. */
export type ChainHoldings = Omit<Holdings, 'balances'> & {
  chainId: ChainId
  /** Smallest units; undefined when the token did not answer or is not on this chain. */
  balanceOf(assetType: AssetType): bigint | undefined
}

/** Reads and keeps holdings; see {@link createHoldings}. */
export type HoldingsReader = {
  /** @returns Undefined when the chain does not answer. */
  read(account: AccountAddress, chainId: ChainId): Promise<ChainHoldings | undefined>
  forget(account: AccountAddress): void
}

/** Entries kept before old ones are swept out. */
const sweepAbove = 10_000

/**
 * Makes the reader of holdings: one request for an account and chain however many ask at once, its
 * answer kept for at most one block.
 *
 * A balance that was forgotten while it was being read is read again by whoever asks next.
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
      // Counted from the request, not from the answer: the block it names is the one before.
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

/** The assets of a chain in the order they are read in, and where each stands. */
function getAssetList(assets: readonly Asset[]) {
  const assetTypes = assets.map(({ assetType }) => assetType)
  return {
    assetTypes,
    placeOf: new Map(assetTypes.map((type, place) => [toAssetKey(type), place])),
  }
}
