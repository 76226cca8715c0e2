import type {
  Action,
  Inventory,
  PreparedTransaction,
  SettlementChain,
} from '#chains/ports/settlementChain.ts'
import { getRoles } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AccountAddress, AssetType } from '#protocol/ids/caip.ts'
import { type Asset, type AssetIndex, indexAssets } from '../../assetIndex.ts'
import type { PriceBook, Prices } from '../../prices/prices.ts'
import { toUnits, toUsd } from '../../prices/usd.ts'
import type { Storage } from '../../storage/database.ts'
import {
  endTransfer,
  findActiveTransfer,
  type InventoryTransferKind,
  replaceTransfer,
  storeTransfer,
} from '../../storage/tables/inventoryTransfers.ts'
import { readReservedUnits } from '../../storage/tables/reservations.ts'
import { raiseNonce } from '../../storage/tables/signerNonces.ts'
import { getNativeReserve } from '../../getNativeReserve.ts'
import { FeesAtLimitError } from '../transactions/FeesAtLimitError.ts'
import { isCoin, type SettlementChains } from '../plan/executionPlan.ts'
import { getRawTransaction } from '../transactions/storedTransaction.ts'
import { createPeriodicJob } from '../schedule/periodicJob.ts'
import { getSweepLevel } from './sweepLevel.ts'

/** Keeps small what the solver's key can lose; see {@link createTreasury}. */
export type Treasury = { start: () => void; stop: () => Promise<void> }

/** What a treasury is made of. */
export type TreasuryOptions = {
  storage: Storage
  network: Network
  /** With keys: see `createEvmSettlement`. */
  chains: SettlementChains
  prices: Prices
  /** What the solver may hold on one chain at most, 1e-8 US dollars. */
  capUsd: bigint
  /** Hears what is tried again, and once of each move whose fees are at their limit. */
  onError: (error: unknown) => void
  /** Hears of assets that cannot be counted, for lack of a price. */
  onUnpriced?: (assetType: AssetType) => void
  everyMs?: number
}

/** What is swept goes down to this part of the cap, so that a small move of a price is no reason. */
const targetPercent = 95n
/** How much less than is held the settler may be allowed before it is worth a transaction, percent. */
const slackPercent = 5n
/** The most that the gas of a move may cost: so much of what is swept, so much of the cap for an allowance. */
const maxCostShare = { sweep: 100n, allow: 1_000n } as const
/** Blocks after which a move that is not mined gets higher fees. */
const replaceBlocks = 12
/**
 * Blocks for which a nonce must be used without any of a move's bytes in them before the move counts
 * as lost: providers may show a transaction later than its block, and a sweep that counts for nothing
 * while it is on its way would be made twice.
 */
const lostBlocks = 20n

/**
 * Makes the keeper of the solver's inventory: whoever steals the solver's key can take no more than
 * the cap on each chain, now or through the settler.
 *
 * What is held beyond the cap goes to the cold payee; what is promised to executions stays. The
 * settler is allowed to take what is held and, over all tokens of a chain, never more than the cap.
 * One move at a time on each chain, whose bytes are stored before they are sent. Source: security
 * rule 26.
 */
export function createTreasury(options: TreasuryOptions): Treasury {
  const { chains, onError, everyMs = 15_000 } = options
  const assets = indexAssets(options.network)
  const memory = { unpriced: new Set<AssetType>(), feesTold: new Set<string>() }
  const jobs = [...chains.values()].map((chain) =>
    createPeriodicJob({
      everyMs,
      onError,
      async run() {
        const isMoving = await balanceInventory(chain, { ...options, ...memory, assets })
        return isMoving ? Math.min(everyMs, chain.blockMs) : undefined
      },
    }),
  )
  return {
    start() {
      for (const job of jobs) job.start()
    },
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

type TreasuryContext = TreasuryOptions & {
  assets: AssetIndex
  unpriced: Set<AssetType>
  /** Hashes of what was told to be at its limit. */
  feesTold: Set<string>
}

/** @returns Whether a move is under way: then it is worth looking again soon. */
async function balanceInventory(chain: SettlementChain, parts: TreasuryContext): Promise<boolean> {
  const { storage, assets, prices } = parts
  const key = { chain: chain.chainId, owner: chain.senders.solver }
  const active = await findActiveTransfer(storage, key)
  if (active && !(await settleTransfer(chain, { ...parts, active }))) return true
  const here = assets.findOnChain(chain.chainId)
  const [inventory, book] = await Promise.all([
    chain.readInventory(here.map(({ assetType }) => assetType)),
    prices.read([chain.chainId]),
  ])
  const held = await readInventoryHoldings(chain, { ...parts, here, inventory, book })
  reportUnpriced(held, parts)
  const wish = findExcess(held, parts) ?? findAllowanceChange(held, parts)
  return wish ? executeTransfer(chain, { ...parts, held, wish, atBlock: inventory.block }) : false
}

/** What is held of one asset. `valueUsd`: in 1e-8 US dollars; undefined without a price. */
type InventoryHolding = {
  asset: Asset
  owner: AccountAddress
  units: bigint
  allowance: bigint | undefined
  /** Promised to executions. */
  reserved: bigint
  priceUsd: bigint | undefined
  valueUsd: bigint | undefined
}

async function readInventoryHoldings(
  chain: SettlementChain,
  options: TreasuryContext & { here: readonly Asset[]; inventory: Inventory; book: PriceBook },
): Promise<readonly InventoryHolding[]> {
  const { storage, here, inventory, book } = options
  const owner = chain.senders.solver
  return Promise.all(
    here.map(async (asset, index) => {
      const { units = 0n, allowance } = inventory.holdings[index] ?? {}
      const holding = { chain: chain.chainId, owner, asset: asset.assetType }
      const reserved = await readReservedUnits(storage, { ...holding, atBlock: inventory.block })
      const priceUsd = book.priceUsd(asset)
      const { decimals } = asset
      const valueUsd = priceUsd === undefined ? undefined : toUsd(units, { decimals, priceUsd })
      return { asset, owner, units, allowance, reserved, priceUsd, valueUsd }
    }),
  )
}

/** What has no price cannot be counted: told once, until it has one again. */
function reportUnpriced(
  held: readonly InventoryHolding[],
  { unpriced, onUnpriced }: TreasuryContext,
): void {
  for (const { asset, units, valueUsd } of held) {
    if (valueUsd !== undefined || units === 0n) unpriced.delete(asset.assetType)
    else if (!unpriced.has(asset.assetType)) {
      unpriced.add(asset.assetType)
      onUnpriced?.(asset.assetType)
    }
  }
}

/** Something to do: `free` is what may leave of an asset, before what is spoken for. */
type InventoryTransferIntent = {
  kind: InventoryTransferKind
  asset: Asset
  owner: AccountAddress
  amount: bigint
  free?: bigint
}

/**
 * What to send away of the asset that is worth most; undefined while the cap holds. The largest are
 * brought down to one level, so that something of each is left to deliver.
 */
function findExcess(
  held: readonly InventoryHolding[],
  { capUsd }: TreasuryContext,
): InventoryTransferIntent | undefined {
  const values = held.flatMap(({ valueUsd }) => (valueUsd === undefined ? [] : [valueUsd]))
  if (values.reduce((sum, value) => sum + value, 0n) <= capUsd) return undefined
  const levelUsd = getSweepLevel(values, (capUsd * targetPercent) / 100n)
  const movable = held.flatMap((one) => {
    const { asset, owner, units, reserved, priceUsd, valueUsd } = one
    const free = units - getNativeReserve(asset.assetType)
    const most = free - reserved
    if (priceUsd === undefined || valueUsd === undefined || valueUsd <= levelUsd || most <= 0n)
      return []
    const excess = units - toUnits(levelUsd, { decimals: asset.decimals, priceUsd })
    const amount = excess < most ? excess : most
    return [{ kind: 'sweep' as const, asset, owner, amount, free, valueUsd }]
  })
  return movable.toSorted((a, b) => (a.valueUsd > b.valueUsd ? -1 : 1))[0]
}

/**
 * An allowance to raise, because less may be taken than must be; else, when all of them together are
 * worth more than the cap, the one to bring down to what is held.
 */
function findAllowanceChange(
  held: readonly InventoryHolding[],
  { capUsd }: TreasuryContext,
): InventoryTransferIntent | undefined {
  const tokens = held.flatMap(({ allowance, ...one }) =>
    allowance === undefined ? [] : [{ ...one, allowance }],
  )
  const short = tokens.find(({ units, allowance, reserved }) => {
    const least = (units * (100n - slackPercent)) / 100n
    const needed = reserved > least ? reserved : least
    return allowance < (needed < units ? needed : units)
  })
  const total = tokens.reduce((sum, { asset: { decimals }, allowance, priceUsd }) => {
    return priceUsd === undefined ? sum : sum + toUsd(allowance, { decimals, priceUsd })
  }, 0n)
  const loose = tokens.find(
    ({ units, allowance, priceUsd }) =>
      allowance > units && (total > capUsd || priceUsd === undefined),
  )
  const found = short ?? loose
  return found && { kind: 'allow', asset: found.asset, owner: found.owner, amount: found.units }
}

async function executeTransfer(
  chain: SettlementChain,
  options: TreasuryContext & {
    held: readonly InventoryHolding[]
    wish: InventoryTransferIntent
    atBlock: bigint
  },
): Promise<boolean> {
  const { storage, network, wish, atBlock } = options
  const { kind, asset, owner, amount, free } = wish
  const { assetType } = asset
  // Whoever brought new inventory may have used the key by hand.
  const chainNonce = await chain.nonces?.readTransactionCount(owner, 'pending')
  if (chainNonce !== undefined)
    await raiseNonce(storage, { chain: chain.chainId, signer: toAddressKey(owner), chainNonce })
  const prepared = await prepareTransfer(chain, {
    wish,
    payee: getRoles(network, chain.chainId).payee,
  })
  if (isTooExpensive(prepared, options)) return false
  const bytes = await storeTransfer(storage, {
    holding: { chain: chain.chainId, owner, asset: assetType },
    kind,
    amount,
    ...(free !== undefined && { free: { units: free, atBlock } }),
    sign: prepared.sign,
  })
  if (bytes) await chain.broadcast(getRawTransaction(bytes))
  return bytes !== undefined
}

/** @throws Error when the token refuses. */
async function prepareTransfer(
  chain: SettlementChain,
  { wish, payee }: { wish: InventoryTransferIntent; payee: AccountAddress },
): Promise<PreparedTransaction> {
  const { kind, amount } = wish
  const { assetType } = wish.asset
  const action: Action =
    kind === 'sweep' ? { kind, assetType, amount, to: payee } : { kind, assetType, amount }
  const prepared = await chain.prepare(action)
  if (!('refused' in prepared)) return prepared
  // Some tokens (USDT on Ethereum) change an allowance only from nothing or to nothing.
  const reset = kind === 'allow' ? await chain.prepare({ kind, assetType, amount: 0n }) : prepared
  if (!('refused' in reset)) return reset
  throw new Error(`A ${kind} of ${assetType} would revert: ${prepared.refused}.`)
}

/** Whether a move waits for cheaper blocks. What has no price is moved: nobody knows what it costs. */
function isTooExpensive(
  { gas }: PreparedTransaction,
  {
    held,
    wish,
    capUsd,
  }: Pick<TreasuryContext, 'capUsd'> & {
    held: readonly InventoryHolding[]
    wish: InventoryTransferIntent
  },
): boolean {
  const coin = held.find(({ asset }) => isCoin(asset))
  const swept = held.find(({ asset }) => asset.assetType === wish.asset.assetType)
  if (!gas || coin?.priceUsd === undefined || swept?.priceUsd === undefined) return false
  const costUsd = toUsd(gas.cost, {
    decimals: coin.asset.decimals,
    priceUsd: coin.priceUsd,
  })
  const { decimals } = wish.asset
  const stakeUsd =
    wish.kind === 'sweep' ? toUsd(wish.amount, { decimals, priceUsd: swept.priceUsd }) : capUsd
  return costUsd * maxCostShare[wish.kind] > stakeUsd
}

type Active = NonNullable<Awaited<ReturnType<typeof findActiveTransfer>>>

/** @returns Whether the move is over: mined at depth, or never to be. */
async function settleTransfer(
  chain: SettlementChain,
  parts: TreasuryContext & { active: Active },
): Promise<boolean> {
  const { storage, active } = parts
  const head = await chain.readHead()
  for (const { hash, isIdle } of active.bytes) {
    const landing = await chain.readTransactionOutcome(hash, undefined)
    if (!landing) continue
    if (landing.block > head.number - BigInt(chain.depth - 1)) return false
    const spentBlock = landing.isSuccess && !isIdle ? landing.block : null
    await endTransfer(storage, { hash: active.hash, spentBlock })
    return true
  }
  if (await isGone(chain, { active, head: head.number })) {
    await endTransfer(storage, { hash: active.hash, spentBlock: null })
    return true
  }
  await resendTransfer(chain, parts)
  return false
}

/** Somebody else used the key, some blocks ago, or time did: none of these bytes can land any more. */
async function isGone(
  chain: SettlementChain,
  { active, head }: { active: Active; head: bigint },
): Promise<boolean> {
  const [newest] = active.bytes
  if (!chain.nonces)
    return newest !== undefined && (await chain.isLost?.(getRawTransaction(newest))) === true
  if (head < lostBlocks) return false
  const { nonces, senders } = chain
  // Nobody used it at all: only otherwise an earlier state is asked for, which few nodes keep for long.
  if ((await nonces.readTransactionCount(senders.solver, 'latest')) <= active.nonce) return false
  return (await nonces.readTransactionCount(senders.solver, head - lostBlocks)) > active.nonce
}

async function resendTransfer(
  chain: SettlementChain,
  { storage, active: { bytes, kind }, feesTold, onError }: TreasuryContext & { active: Active },
): Promise<void> {
  const [newest] = bytes
  const first = bytes.at(-1)
  if (!newest || !first) return
  const ageBlocks = (Date.now() - newest.createdAt.getTime()) / chain.blockMs
  const answer = await chain.broadcast(getRawTransaction(newest))
  // What is refused is not taken for more either: its nonce is used up, see `reconcileNonces`.
  const isRefused = chain.nonces !== undefined && answer === 'refused'
  if (ageBlocks <= replaceBlocks || isRefused) return
  const ceiling = { kind, first: getRawTransaction(first), worthWei: undefined }
  const signed = await chain.replace(getRawTransaction(newest), { sender: 'solver', ceiling })
  // A move of inventory is in no hurry: at its limit it waits for cheaper blocks.
  if (signed === 'fees at their limit' && !feesTold.has(newest.hash)) {
    feesTold.add(newest.hash)
    onError(new FeesAtLimitError({ action: kind, chain: chain.chainId, hash: newest.hash }))
  }
  if (typeof signed !== 'object') return
  await replaceTransfer(storage, { ...signed, replaces: newest.hash })
  await chain.broadcast(signed.raw)
}
