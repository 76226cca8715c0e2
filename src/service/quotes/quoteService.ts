import type { Chain } from '#chains/ports/chain.ts'
import type { Network } from '#networks/network.ts'
import type { AccountAddress, AssetType, ChainId } from '#protocol/ids/caip.ts'
import { type AssetIndex, indexAssets } from '../assetIndex.ts'
import type { Balances } from '../balances/balances.ts'
import type { Prices } from '../prices/prices.ts'
import { defaultMaxOperationGas, defaultRates, type QuoteRates } from './pricing/rates.ts'
import type { SessionGuard } from './request/sessionGuard.ts'

/** Returns the amount of an inventory that is reserved by executions under way. */
export type Reserved = (holding: {
  chain: ChainId
  owner: AccountAddress
  asset: AssetType
  /** Block of the balance. */
  atBlock: bigint
}) => Promise<bigint>

/** What every quote is made with: chains, balances, prices and settings of the service. */
export type QuoteService = {
  network: Network
  chains: ReadonlyMap<ChainId, Chain>
  assets: AssetIndex
  balances: Balances
  prices: Prices
  rates: QuoteRates
  reserved: Reserved
  /** Maximum gas of one operation. */
  maxOperationGas: bigint
  /** Whether minimums of the account's swaps are held near the feeds. */
  isNarrowed: SessionGuard['isNarrowed']
}

/** Parts of a {@link QuoteService}; settings that are absent get their defaults. */
export type QuoteServiceOptions = {
  network: Network
  chains: ReadonlyMap<ChainId, Chain>
  balances: Balances
  prices: Prices
  /** {@link defaultRates} by default. */
  rates?: QuoteRates
  /** Nothing is reserved by default. */
  reserved?: Reserved
  /** {@link defaultMaxOperationGas} by default. */
  maxOperationGas?: bigint
  /** False for all accounts by default. */
  isNarrowed?: SessionGuard['isNarrowed']
}

/** Completes the parts of a quote service with the index of its assets and default settings. */
export function createQuoteService({
  network,
  chains,
  balances,
  prices,
  rates = defaultRates,
  reserved = async () => 0n,
  maxOperationGas = defaultMaxOperationGas,
  isNarrowed = async () => false,
}: QuoteServiceOptions): QuoteService {
  const assets = indexAssets(network)
  return { network, chains, assets, balances, prices, rates, reserved, maxOperationGas, isNarrowed }
}
