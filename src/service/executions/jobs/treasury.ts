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
import { type Asset, type AssetIndex, indexAssets, getNativeReserve } from '../../assetIndex.ts'
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
import { FeesAtLimitError } from '../transactions/executionErrors.ts'
import { isCoin, type SettlementChains } from '../plan/executionPlan.ts'
import { getRawTransaction } from '../transactions/transactionContext.ts'
import { createPeriodicJob } from '../schedule/periodicJob.ts'

/** Limits what the solver's key can lose; see {@link createTreasury}. */
export type Treasury = { start: () => void; stop: () => Promise<void> }

/** Options of {@link createTreasury}. */
export type TreasuryOptions = {
  storage: Storage
  network: Network
  /** With keys: see `createEvmSettlement`. */
  chains: SettlementChains
  prices: Prices
  /** The most the solver may hold on one chain, 1e-8 US dollars. */
  capUsd: bigint
  /** Called with retried errors, and once per transfer whose fees reach their limit. */
  onError: (error: unknown) => void
  /** Called with assets that cannot be counted for lack of a price. */
  onUnpriced?: (assetType: AssetType) => void
  everyMs?: number
}

/** Sweeps go down to this share of the cap, so that small price moves do not cause more of them. */
const targetPercent = 95n
/** How far an allowance may fall below the holding before it is raised, percent. */
const slackPercent = 5n
/** A transfer's gas costs at most one part in this many: of the amount swept, or of the cap. */
const maxCostShare = { sweep: 100n, allow: 1_000n } as const
const replaceBlocks = 12
/**
 * Blocks for which a transfer's nonce must be used by something else before the transfer counts as
 * lost. Providers may serve a transaction later than its block, and a pending sweep that counts as
 * lost would be made twice.
 */
const lostBlocks = 20n

/**
 * Creates the job that limits the solver's inventory: an attacker with the solver's key can take no
 * more than the cap on each chain, directly or through the settler.
 *
 * Holdings beyond the cap are swept to the cold payee, except what is reserved for executions. The
 * settler's allowances cover the holdings and, over all tokens of a chain, never exceed the cap.
 * Each chain has one transfer at a time, stored before it is sent. Source: security rule 26.
 */
export function createTreasury(options: TreasuryOptions): Treasury {
  const { chains, onError, everyMs = 15_000 } = options
  const assets = indexAssets(options.network)
  const context: TreasuryContext = {
    ...options,
    assets,
    unpriced: new Set(),
    feesReported: new Set(),
  }
  const jobs = [...chains.values()].map((chain) =>
    createPeriodicJob({
      everyMs,
      onError,
      async run() {
        const isTransferring = await balanceInventory(context, chain)
        return isTransferring ? Math.min(everyMs, chain.blockMs) : undefined
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
  /** Assets reported as without a price. */
  unpriced: Set<AssetType>
  /** Hashes of transfers whose fees were reported to be at their limit. */
  feesReported: Set<string>
}

/** @returns Whether a transfer is pending, so that the next round should come soon. */
async function balanceInventory(
  context: TreasuryContext,
  chain: SettlementChain,
): Promise<boolean> {
  const { storage, assets, prices } = context
  const key = { chain: chain.chainId, owner: chain.senders.solver }
  const active = await findActiveTransfer(storage, key)
  if (active && !(await settleTransfer(context, chain, active))) return true
  const here = assets.findOnChain(chain.chainId)
  const [inventory, book] = await Promise.all([
    chain.readInventory(here.map(({ assetType }) => assetType)),
    prices.read([chain.chainId]),
  ])
  const held = await readInventoryHoldings(storage, chain, { here, inventory, book })
  reportUnpriced(held, context)
  const transfer = findExcess(held, context) ?? findAllowanceChange(held, context)
  const { block: atBlock } = inventory
  return transfer ? executeTransfer(context, chain, { held, transfer, atBlock }) : false
}

/** The solver's holding of one asset; price and value in 1e-8 US dollars, if known. */
type InventoryHolding = {
  asset: Asset
  owner: AccountAddress
  units: bigint
  allowance: bigint | undefined
  /** Units reserved for executions. */
  reserved: bigint
  priceUsd: bigint | undefined
  valueUsd: bigint | undefined
}

async function readInventoryHoldings(
  storage: Storage,
  chain: SettlementChain,
  { here, inventory, book }: { here: readonly Asset[]; inventory: Inventory; book: PriceBook },
): Promise<readonly InventoryHolding[]> {
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

/** Reports holdings without a price, once each until the asset has a price again. */
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

/** A transfer to make: `free` is how much of the asset may leave before reservations. */
type InventoryTransferIntent = {
  kind: InventoryTransferKind
  asset: Asset
  owner: AccountAddress
  amount: bigint
  free?: bigint
}

/**
 * The sweep of the most valuable holding; undefined while the cap holds. The largest holdings are
 * levelled, so that some of each asset is left to deliver.
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
 * The allowance to raise because it covers too little; otherwise, when all allowances together are
 * worth more than the cap, one to lower to the holding.
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
  { storage, network, capUsd }: TreasuryContext,
  chain: SettlementChain,
  wanted: {
    held: readonly InventoryHolding[]
    transfer: InventoryTransferIntent
    atBlock: bigint
  },
): Promise<boolean> {
  const { held, transfer, atBlock } = wanted
  const { kind, asset, owner, amount, free } = transfer
  const { assetType } = asset
  // An operator may have used the key by hand, for example when adding inventory.
  const chainNonce = await chain.nonces?.readTransactionCount(owner, 'pending')
  if (chainNonce !== undefined)
    await raiseNonce(storage, { chain: chain.chainId, signer: toAddressKey(owner), chainNonce })
  const { payee } = getRoles(network, chain.chainId)
  const prepared = await prepareTransfer(chain, transfer, payee)
  if (isTooExpensive(prepared, transfer, { held, capUsd })) return false
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

async function prepareTransfer(
  chain: SettlementChain,
  { kind, amount, asset: { assetType } }: InventoryTransferIntent,
  payee: AccountAddress,
): Promise<PreparedTransaction> {
  const action: Action =
    kind === 'sweep' ? { kind, assetType, amount, to: payee } : { kind, assetType, amount }
  const prepared = await chain.prepare(action)
  if (!('refused' in prepared)) return prepared
  // Some tokens (USDT on Ethereum) change an allowance only from zero or to zero.
  const reset = kind === 'allow' ? await chain.prepare({ kind, assetType, amount: 0n }) : prepared
  if (!('refused' in reset)) return reset
  throw new Error(`A ${kind} of ${assetType} would revert: ${prepared.refused}.`)
}

/** Whether a transfer waits for cheaper blocks; never without prices. */
function isTooExpensive(
  { gas }: PreparedTransaction,
  { kind, asset, amount }: InventoryTransferIntent,
  { held, capUsd }: { held: readonly InventoryHolding[]; capUsd: bigint },
): boolean {
  const coin = held.find((one) => isCoin(one.asset))
  const moved = held.find((one) => one.asset.assetType === asset.assetType)
  if (!gas || coin?.priceUsd === undefined || moved?.priceUsd === undefined) return false
  const costUsd = toUsd(gas.cost, {
    decimals: coin.asset.decimals,
    priceUsd: coin.priceUsd,
  })
  const { decimals } = asset
  const stakeUsd = kind === 'sweep' ? toUsd(amount, { decimals, priceUsd: moved.priceUsd }) : capUsd
  return costUsd * maxCostShare[kind] > stakeUsd
}

type ActiveTransfer = NonNullable<Awaited<ReturnType<typeof findActiveTransfer>>>

/** @returns Whether the transfer is over: mined at depth, or lost for good. */
async function settleTransfer(
  context: TreasuryContext,
  chain: SettlementChain,
  active: ActiveTransfer,
): Promise<boolean> {
  const { storage } = context
  const head = await chain.readHead()
  for (const { hash, isIdle } of active.bytes) {
    const outcome = await chain.readTransactionOutcome(hash, undefined)
    if (!outcome) continue
    if (outcome.block > head.number - BigInt(chain.depth - 1)) return false
    const spentBlock = outcome.isSuccess && !isIdle ? outcome.block : null
    await endTransfer(storage, { hash: active.hash, spentBlock })
    return true
  }
  if (await isLost(chain, active, head.number)) {
    await endTransfer(storage, { hash: active.hash, spentBlock: null })
    return true
  }
  await resendTransfer(context, chain, active)
  return false
}

/** Whether a transfer can no longer land: its nonce was used some blocks ago, or it expired. */
async function isLost(
  chain: SettlementChain,
  active: ActiveTransfer,
  head: bigint,
): Promise<boolean> {
  const [newest] = active.bytes
  if (!chain.nonces)
    return newest !== undefined && (await chain.isLost?.(getRawTransaction(newest))) === true
  if (head < lostBlocks) return false
  const { nonces, senders } = chain
  // Checked first, as only few nodes keep the earlier state that is read below.
  if ((await nonces.readTransactionCount(senders.solver, 'latest')) <= active.nonce) return false
  return (await nonces.readTransactionCount(senders.solver, head - lostBlocks)) > active.nonce
}

async function resendTransfer(
  { storage, feesReported, onError }: TreasuryContext,
  chain: SettlementChain,
  { bytes, kind }: ActiveTransfer,
): Promise<void> {
  const [newest] = bytes
  const first = bytes.at(-1)
  if (!newest || !first) return
  const ageBlocks = (Date.now() - newest.createdAt.getTime()) / chain.blockMs
  const answer = await chain.broadcast(getRawTransaction(newest))
  // Higher fees do not help a refused transaction; `reconcileNonces` uses up its nonce.
  const isRefused = chain.nonces !== undefined && answer === 'refused'
  if (ageBlocks <= replaceBlocks || isRefused) return
  const ceiling = { kind, first: getRawTransaction(first), worthWei: undefined }
  const signed = await chain.replace(getRawTransaction(newest), { sender: 'solver', ceiling })
  // A transfer is not urgent: at its fee limit it waits for cheaper blocks.
  if (signed === 'fees at their limit' && !feesReported.has(newest.hash)) {
    feesReported.add(newest.hash)
    onError(new FeesAtLimitError({ action: kind, chain: chain.chainId, hash: newest.hash }))
  }
  if (typeof signed !== 'object') return
  await replaceTransfer(storage, { ...signed, replaces: newest.hash })
  await chain.broadcast(signed.raw)
}

/** The level to cap the largest values at, so that the sum of all values is `total`. */
function getSweepLevel(values: readonly bigint[], total: bigint): bigint {
  let left = total
  const ascending = values.toSorted((a, b) => (a < b ? -1 : 1))
  for (const [index, value] of ascending.entries()) {
    const share = left / BigInt(ascending.length - index)
    if (value > share) return share
    left -= value
  }
  return left
}
