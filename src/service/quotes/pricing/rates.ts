import { getBusyLamports, lamportUse } from '#chains/solana/assets/costs.ts'
import {
  type AssetType,
  type ChainId,
  type ChainKind,
  getChainKind,
  splitAssetType,
} from '#protocol/ids/caip.ts'

import type { AppFee } from '../../caller.ts'

/** The service's charges, in basis points unless named otherwise. */
export type QuoteRates = {
  /** The operator's fee, on every quote. */
  appFeeBps: bigint
  /** The fee of the app whose API key asks, besides; never on contract calls. */
  app?: AppFee | undefined
  /** The solver's base spread, on everything that goes through escrow. */
  solverSpreadBps: bigint
  /** Markup on expected gas. */
  gasMarkupBps: bigint
  /** Share of the price uncertainty added to the spread between unlike assets, percent. */
  doubtPercent: bigint
}

/** Source: wire, "Quotes". */
export const defaultRates: QuoteRates = {
  appFeeBps: 0n,
  solverSpreadBps: 5n,
  gasMarkupBps: 1_000n,
  doubtPercent: 100n,
}

/**
 * Maximum loss of the solver, at current prices, when it starts to fill. Owners can delay their
 * deposit, and must not be filled at an old price. Larger than the bound at acceptance, so that
 * price moves within seconds fail no swap. Source: durability 10; the bound is ours.
 */
export const deliveryBoundBps = 100n

/**
 * Maximum cost of a transaction when it is sent: a multiple of the quoted cost plus hundredths of a
 * dollar, as that cost can be near zero. Above it the transaction waits for a lower gas price, and
 * the deposit is refunded in the end. Source: security rule 32; the bound is ours.
 */
export const maxGasPrice = { times: 4n, cents: 50n }

/**
 * Maximum loss against feed prices of a swap signed by a restricted session key: an attacker with
 * the key could set a high slippage tolerance and move the pool. Source: security rule 34.
 */
export const sessionBoundBps = 100n
/** The same bound at quoting, tighter because prices may move until the quote is submitted. */
export const sessionQuoteBps = 75n
/** Maximum loss of an account within 24 hours by its restricted session key, of its holdings. */
export const sessionDayBps = 200n
/** The same for small holdings, 1e-8 US dollars, where fees alone may exceed the share. */
export const sessionDayUsd = 20n * 10n ** 8n

/** Maximum loss of a swap against feed prices at acceptance, price impact included. */
export const swapBoundBps = 400n

/**
 * Native coins that a wallet keeps unless it is emptied, and the minimum of a deposit in them; smallest
 * units. Source: Solana's rent of 128 bytes, 6,960 lamports each.
 */
const walletReserve: Readonly<Record<ChainKind, bigint>> = { evm: 0n, solana: 890_880n }

/**
 * Rent of a token account in lamports, which its owner gets by closing it. Source: 165 + 128 bytes.
 */
export const tokenAccountLamports = 2_039_280n

/**
 * Whether an app may charge for an asset. A release pays solver and app at once, after the delivery: an
 * app whose receiver refuses native coins then, or gives its token account on Solana away, would hold
 * the solver's pay up until the deposit is refunded. So deposits bear a fee in ERC-20 tokens only.
 * Source: ours (wire, "Fee of an app").
 */
export function mayBearAppFee(
  assetType: AssetType,
  { isDeposit }: { isDeposit: boolean },
): boolean {
  return !isDeposit || splitAssetType(assetType).namespace === 'erc20'
}

/** Maximum lifetime of a quote: a Solana blockhash has some 47 seconds left at worst. */
const maxLifetimeSeconds: Readonly<Record<ChainKind, number>> = { evm: Infinity, solana: 35 }

/** Returns the lifetime of a quote that spends on these chains, seconds. */
export function getLifetimeSeconds(chainIds: readonly ChainId[], quoteSeconds: number): bigint {
  const limits = chainIds.map((chainId) => maxLifetimeSeconds[getChainKind(chainId)])
  return BigInt(Math.min(quoteSeconds, ...limits))
}

/** Gas of whole transactions as measured on the devnet's EVM chains, without unused limits. */
export const gasUse = {
  /** Additional gas of an account's first operation, which deploys it. */
  firstOperation: 85_000n,
  deposit: 190_000n,
  transfer: 165_000n,
  swap: 245_000n,
  convert: 165_000n,
  /** On the destination chain, once for all deposits. */
  fill: 68_000n,
  /** On the destination chain, for an operation that deploys the account there. */
  deployment: 120_000n,
  /** On the target chain, once for what the solver lends to a call. */
  grant: 110_000n,
  /** An operation with calls, without the gas of the calls themselves. */
  call: 115_000n,
  /** On the chain of each deposit. */
  release: 51_000n,
} as const

/** Default maximum of the gas limits of one sponsored operation, all added up. */
export const defaultMaxOperationGas = 3_000_000n

/** Kind of a route; several allocations are always deposits. */
export type RouteKind = 'deposit' | 'transfer' | 'swap' | 'convert'

/**
 * Returns the expected gas of a step; on Solana lamports for signatures and priority fee. Rent that
 * is returned is not included.
 */
export function getGas(step: RouteKind | 'fill' | 'release', chainId: ChainId): bigint {
  switch (getChainKind(chainId)) {
    case 'evm':
      return gasUse[step]
    case 'solana':
      return getLamports(step, chainId)
  }
}

function getLamports(step: RouteKind | 'fill' | 'release', chainId: ChainId): bigint {
  if (step === 'swap' || step === 'convert') throw new Error(`${chainId} has no pools.`)
  // The priority fee of a fill is read with its recipient.
  return step === 'fill' ? lamportUse.fill : getBusyLamports(step)
}

/** Returns the reserve that a wallet keeps unless it is emptied, in smallest units. */
export function getReserve(assetType: AssetType): bigint {
  return assetType.includes('/slip44:') ? walletReserve[getChainKind(assetType)] : 0n
}
