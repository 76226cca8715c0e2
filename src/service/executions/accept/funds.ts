import { getChain } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import type { AssetType, ChainId } from '#protocol/ids/caip.ts'
import type { AnyQuote } from '#protocol/quotes/quote.ts'
import { indexAssets, describeAmount, getNativeReserve } from '../../assetIndex.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Database } from '../../storage/database.ts'
import type { ReservationTarget } from '../../storage/tables/legColumn.ts'
import {
  type BalanceKey,
  type Reservation,
  readReservedUnits,
} from '../../storage/tables/reservations.ts'
import { getOperationAccount } from '../guards/checkSignatures.ts'
import {
  type ExecutionPlan,
  type PlanLeg,
  type SettlementChains,
  getSettlement,
} from '../plan/executionPlan.ts'

/** A balance on chain, and what this execution takes from it. */
export type Fund = BalanceKey & {
  chainId: ChainId
  asset: AssetType
  reservation: Omit<Reservation, 'quoteId'>
  units: bigint
  block: bigint
}

/** The balances an execution takes from, and the block of each chain to search for it from. */
export type Funds = { funds: readonly Fund[]; fromBlocks: Record<string, string> }

/**
 * Reads every balance the execution takes from, and simulates every operation on the newest state.
 *
 * @throws ServiceError INSUFFICIENT_BALANCE, SIMULATION_FAILED; ChainUnavailable without an answer.
 */
export async function readFunds(
  plan: ExecutionPlan,
  { quote, chains, network }: { quote: AnyQuote } & { chains: SettlementChains; network: Network },
): Promise<Funds> {
  const legs = plan.legs.map((leg, index) => readLegFund(leg, { quote, chains, network, index }))
  const { destination } = plan
  const given = destination?.gives.map(({ assetType, amount }, index) =>
    readFund(chains, {
      chainId: destination.chainId,
      owner: destination.solver,
      assetType,
      amount,
      target: { kind: 'inventory', index },
    }),
  )
  const funds = await Promise.all([...legs, ...(given ?? [])])
  const fromBlocks = funds.map(({ chain, chainId, block }) => {
    const back = getLifeBlocks(getSettlement(chains, chainId).blockMs, network)
    return [chain, (block > back ? block - back : 0n).toString()]
  })
  return { funds, fromBlocks: Object.fromEntries(fromBlocks) }
}

/**
 * How many past blocks may contain operations of a quote when it is accepted: somebody else may
 * have submitted one, or a service that lost its database. The quote's lifetime bounds them. A
 * chain may be four times as fast as configured, and may be reorganised.
 */
function getLifeBlocks(blockMs: number, { deadlines }: Pick<Network, 'deadlines'>): bigint {
  return BigInt(Math.ceil((4 * 1_000 * deadlines.quoteSeconds) / blockMs)) + 10n
}

async function readLegFund(
  leg: PlanLeg,
  {
    quote,
    chains,
    network,
    index,
  }: { quote: AnyQuote; chains: SettlementChains; network: Network; index: number },
): Promise<Fund> {
  const { chainId, sender: owner, assetType, spends: amount } = leg
  const fund = await readFund(chains, {
    chainId,
    owner,
    assetType,
    amount,
    target: { kind: 'leg', leg: index },
  })
  const chain = getSettlement(chains, chainId)
  const { hasCode } = fund
  if (fund.units < amount) throw buildShortError(fund, { available: fund.units, network })
  const account = getOperationAccount(quote, leg)
  const trial = await chain.tryOperation(leg.operation, { account, hasCode })
  if (trial === undefined) return fund
  const { refused, revertData } = trial
  throw new ServiceError(
    'SIMULATION_FAILED',
    `The operation on ${getChain(network, chainId).name} would revert: ${refused}.`,
    { revertData },
  )
}

async function readFund(
  chains: SettlementChains,
  take: {
    chainId: ChainId
    owner: Parameters<ReturnType<typeof getSettlement>['readBalance']>[0]
    assetType: AssetType
    amount: bigint
    target: ReservationTarget
  },
): Promise<Fund & { hasCode: boolean }> {
  const { chainId, owner, assetType, amount, target } = take
  const { units, block, hasCode } = await getSettlement(chains, chainId).readBalance(
    owner,
    assetType,
  )
  const holding = {
    chain: chainId,
    owner,
    asset: assetType,
  }
  return {
    ...holding,
    chainId,
    reservation: { ...holding, target, amount },
    units,
    block,
    hasCode,
  }
}

/**
 * Checks that a balance covers the execution beyond everything reserved, under its lock.
 *
 * @throws ServiceError INSUFFICIENT_BALANCE, or INSUFFICIENT_LIQUIDITY for the solver's inventory.
 */
export async function checkFund(database: Database, fund: Fund, network: Network): Promise<void> {
  const { amount } = fund.reservation
  const reserved = await readReservedUnits(database, { ...fund, atBlock: fund.block })
  const isInventory = fund.reservation.target.kind === 'inventory'
  const buffer = isInventory ? getNativeReserve(fund.asset) : 0n
  const free = fund.units - reserved - buffer
  if (free < amount) throw buildShortError(fund, { available: free > 0n ? free : 0n, network })
}

function buildShortError(
  { asset, reservation }: Fund,
  { available, network }: { available: bigint; network: Network },
): ServiceError {
  const known = indexAssets(network).find(asset)
  const [needed, left] = [reservation.amount, available].map((units) =>
    known ? describeAmount(units, known) : `${units} of ${asset}`,
  )
  return reservation.target.kind === 'inventory'
    ? new ServiceError('INSUFFICIENT_LIQUIDITY', `Less than ${needed} can be delivered now.`)
    : new ServiceError('INSUFFICIENT_BALANCE', `${needed} needed, ${left} available.`)
}
