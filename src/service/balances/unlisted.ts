import type { Chain, TokenReading } from '#chains/ports/chain.ts'
import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import type { Network } from '#networks/network.ts'
import type { AssetBalance } from '#protocol/quotes/balance.ts'
import {
  type AccountAddress,
  type AssetType,
  type ChainId,
  isAddressOn,
  splitAssetType,
} from '#protocol/ids/caip.ts'

/** Balances of tokens that are on no list. */
export type UnlistedBalances = {
  /** By asset type as requested; tokens on unavailable chains are absent. */
  rows: ReadonlyMap<AssetType, AssetBalance>
  unavailableChains: readonly ChainId[]
}

/** Whether an id names a token on a chain of the network, listed or not. */
export function isTokenOnNetwork(network: Network, assetType: AssetType): boolean {
  const { chainId, namespace } = splitAssetType(assetType)
  return namespace !== 'slip44' && network.chains.some((chain) => chain.chainId === chainId)
}

/**
 * Reads balances and self-reported metadata of unlisted tokens, with one request per EVM chain. An
 * address without a token has balance zero. None of them has a price.
 *
 * @param options.accounts - At most one of each ecosystem.
 */
export async function readUnlisted(
  assetTypes: readonly AssetType[],
  options: { accounts: readonly AccountAddress[]; chains: ReadonlyMap<ChainId, Chain> },
): Promise<UnlistedBalances> {
  const { accounts, chains } = options
  const chainIds = [...new Set(assetTypes.map((type) => splitAssetType(type).chainId))]
  const rows = new Map<AssetType, AssetBalance>()
  const unavailableChains: ChainId[] = []
  await Promise.all(
    chainIds.map(async (chainId) => {
      const asked = assetTypes.filter((type) => splitAssetType(type).chainId === chainId)
      const chain = chains.get(chainId)
      if (!chain) throw new Error(`${chainId} has no adapter.`)
      const account = accounts.find((one) => isAddressOn(one, chainId))
      const read = await readTokens(asked, account, chain)
      if (!read) unavailableChains.push(chainId)
      for (const [index, assetType] of asked.entries())
        if (read) rows.set(assetType, toRow(assetType, read[index]))
    }),
  )
  return { rows, unavailableChains }
}

/** Undefined when the chain does not answer. */
async function readTokens(
  asked: readonly AssetType[],
  account: AccountAddress | undefined,
  chain: Chain,
): Promise<readonly TokenReading[] | undefined> {
  try {
    return await chain.readTokens(asked, account)
  } catch (error) {
    if (findChainUnavailableError(error)) return undefined
    throw error
  }
}

function toRow(assetType: AssetType, read: TokenReading = {}): AssetBalance {
  const { balance = 0n, ...facts } = read
  return { assetType, balance: balance.toString(), fiatValue: 0, ...facts }
}
