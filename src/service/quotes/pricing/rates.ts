import { getBusyLamports, lamportUse } from '#chains/solana/assets/costs.ts'
import { type AssetType, type ChainId, type ChainKind, getChainKind } from '#protocol/ids/caip.ts'

/** What the service charges, in basis points. */
export type QuoteRates = {
  /** The operator's own fee, on every quote. */
  appFeeBps: bigint
  /** The solver's margin, on what goes through escrow. */
  solverSpreadBps: bigint
  /** Added to the gas that is expected. */
  gasMarkupBps: bigint
  /** Of how far prices may be off, what the margin between unlike assets takes; in percent. */
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
 * How much less than what it delivers the solver may have been given when it begins to deliver: a deposit
 * may come late, by what its owner does too, and is then not delivered for at an old price. Wider than what
 * is borne when a quote is accepted, so that nobody's swap fails for a move of seconds. Source:
 * durability 10; the bound is ours.
 */
export const deliveryBoundBps = 100n

/**
 * The most that a transaction may come to cost when it is sent: so many times what was quoted, and so many
 * hundredths of a dollar, as that may be nearly nothing. Beyond, it waits for cheaper blocks, and all is given
 * back in the end: who pays half a cent has no claim to a block that costs a thousand dollars. Source: security
 * rule 32; the bound is ours.
 */
export const maxGasPrice = { times: 4n, cents: 50n }

/**
 * How far under the feeds what a narrowed session signs may come out: its tolerance would be a way to pay
 * whoever moves a pool. Source: security rule 34.
 */
export const sessionBoundBps = 100n
/** The same when it is quoted: the feeds may move until it comes back. */
export const sessionQuoteBps = 75n
/** What an account may lose within 24 hours by what its narrowed session signs, of what it holds. */
export const sessionDayBps = 200n
/** The same for an account that holds little, 1e-8 US dollars: fees alone may be more than a share of that. */
export const sessionDayUsd = 20n * 10n ** 8n

/** How much worse than the feeds a swap may have become, by its own size and since it was quoted. */
export const swapBoundBps = 400n

/**
 * Native coins that a wallet must keep unless it is emptied, and the least an order may hold; smallest
 * units. Source: Solana's rent of 128 bytes, 6,960 lamports each.
 */
const walletReserve: Readonly<Record<ChainKind, bigint>> = { evm: 0n, solana: 890_880n }

/** Rent of a wallet's token account, lamports: its owner has it by closing it. Source: 165 + 128 bytes. */
export const tokenAccountLamports = 2_039_280n

/** Longest lifetime of a quote: a Solana blockhash has some 47 seconds left at worst. */
const maxLifetimeSeconds: Readonly<Record<ChainKind, number>> = { evm: Infinity, solana: 35 }

/** How long a quote that draws on these chains lives, seconds. */
export function getLifetimeSeconds(chainIds: readonly ChainId[], quoteSeconds: number): bigint {
  const limits = chainIds.map((chainId) => maxLifetimeSeconds[getChainKind(chainId)])
  return BigInt(Math.min(quoteSeconds, ...limits))
}

/** Gas that whole transactions took on the devnet's EVM chains, without unused limits. */
export const gasUse = {
  /** What an operation takes beyond its kind: the account's first one makes it. */
  firstOperation: 85_000n,
  deposit: 190_000n,
  transfer: 165_000n,
  swap: 245_000n,
  convert: 165_000n,
  /** On the destination chain, once for all deposits. */
  fill: 68_000n,
  /** On the destination chain, when the account comes there by an operation of its own. */
  arrival: 120_000n,
  /** On the target chain, once for what a solver lends to a call. */
  grant: 110_000n,
  /** An operation that makes calls, beyond what the calls themselves take. */
  call: 115_000n,
  /** On each deposit's chain. */
  release: 51_000n,
} as const

/** Most gas of one operation that is sponsored, all of its limits together. */
export const defaultMaxOperationGas = 3_000_000n

/** How value goes where it is asked to go; several draws are always deposits. */
export type RouteKind = 'deposit' | 'transfer' | 'swap' | 'convert'

/**
 * Gas that a step is expected to take on its chain, on Solana in lamports: signatures, and what a busy
 * cluster takes for priority. Rent that comes back is not in it.
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
  // What a delivery's priority costs is read with its recipient.
  return step === 'fill' ? lamportUse.fill : getBusyLamports(step)
}

/** What a wallet keeps of an asset unless it gives all of it, in the smallest unit. */
export function getReserve(assetType: AssetType): bigint {
  return assetType.includes('/slip44:') ? walletReserve[getChainKind(assetType)] : 0n
}
