import { PublicKey } from '@solana/web3.js'

import { getFillAddress, getOrderAddressByHash } from '#chains/solana/program/addresses.ts'
import type { TestDevnetWithSolana } from '../devnet/startTestDevnetWithSolana.ts'
import { getEvmChains } from '#networks/getChain.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import {
  type AccountAddress,
  type AssetType,
  type SolanaAddress,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import { getSettlement } from '#service/executions/plan/executionPlan.ts'
import type { TestServices } from '#testing/harness/composeServices.ts'
import { type FedOnSolana, given } from './solanaCrashFeeder.ts'

/** How an execution should end; `nothing`: without any deposit. */
export type Ending = 'delivered' | 'refunded' | 'nothing'

type Parts = { devnet: TestDevnetWithSolana; services: TestServices }
type Holding = { holder: AccountAddress; assetType: AssetType }

const { program, roles } = devnetSolana

async function readUnits({ services }: Parts, { holder, assetType }: Holding): Promise<bigint> {
  const chain = getSettlement(services.chains, splitAssetType(assetType).chainId)
  return (await chain.readBalance(holder, assetType)).units
}

/** Reads the balance changes of an execution's user and recipient. */
export async function readChanges(
  { quote, onEvm, onSolana, recipient }: FedOnSolana,
  parts: Parts,
): Promise<Record<string, bigint>> {
  const changes: Record<string, bigint> = {}
  for (const operation of quote.originChainsOperations) {
    const holder = isEvmOperation(operation) ? onEvm : onSolana
    if (!holder) throw new Error('An operation has no account.')
    const { assetType } = operation
    const units = await readUnits(parts, { holder, assetType })
    changes[`user ${assetType}`] = units - getGiven(assetType)
  }
  const { assetType } = quote.destinationToken
  changes[`recipient ${assetType}`] = await readUnits(parts, { holder: recipient, assetType })
  return changes
}

/** The expected balance changes, from the quote alone. */
export function getExpectedChanges(
  { quote, isBurned }: FedOnSolana,
  ending: Ending,
): Record<string, bigint> {
  const { assetType, amount } = quote.destinationToken
  const isDone = ending === 'delivered'
  const changes: Record<string, bigint> = {}
  for (const operation of quote.originChainsOperations) {
    const fee = BigInt(quote.fees?.assets[operation.assetType] ?? 0)
    const kept = isBurned ? -given.reefUsdc : 0n
    changes[`user ${operation.assetType}`] = isDone ? -BigInt(operation.amount) - fee : kept
  }
  return { ...changes, [`recipient ${assetType}`]: isDone ? BigInt(amount) : 0n }
}

function getGiven(assetType: AssetType): bigint {
  if (assetType.startsWith('eip155')) return given.firthUsdc
  return assetType.endsWith('slip44:501') ? given.lamports : given.reefUsdc
}

/** Counts Solana transactions that touched an execution's order and fill accounts, by outcome. */
export async function countLandings(
  { quote, point: { world } }: FedOnSolana,
  { devnet, services }: Parts,
): Promise<Record<string, { done: number; failed: number }>> {
  const { solana } = devnet
  const counts: Record<string, { done: number; failed: number }> = {}
  async function count(name: string, address: SolanaAddress): Promise<void> {
    const all = await solana.connection.getSignaturesForAddress(new PublicKey(address))
    const done = all.filter(({ err }) => err === null).length
    counts[name] = { done, failed: all.length - done }
  }
  for (const operation of quote.originChainsOperations) {
    const { chainId } = splitAssetType(operation.assetType)
    const { deposit } = getSettlement(services.chains, chainId).readTerms(operation) ?? {}
    if (deposit && !isEvmOperation(operation))
      await count('order', getOrderAddressByHash(deposit.orderHash, program))
  }
  if (world === 'to Solana' || world === 'within Solana')
    await count('fill', getFillAddress({ solver: roles.solver, fillId: quote.id }, program))
  return counts
}

/** The expected transactions: deposit and payout, and one fill or cancel, none of them failed. */
export function getExpectedLandings(
  { point: { world } }: FedOnSolana,
  ending: Ending,
): Record<string, { done: number; failed: number }> {
  const isTouched = ending !== 'nothing'
  return {
    ...(world !== 'to Solana' &&
      world !== 'transfer' && { order: { done: isTouched ? 2 : 0, failed: 0 } }),
    ...((world === 'to Solana' || world === 'within Solana') && {
      fill: { done: isTouched ? 1 : 0, failed: 0 },
    }),
  }
}

/** The expected number of each event on EVM chains. */
export function getExpectedOnEvm(
  { point: { world } }: FedOnSolana,
  ending: Ending,
): Record<string, number> {
  if (ending === 'nothing') return {}
  const isDone = ending === 'delivered'
  const isFrom = world === 'to Solana' || world === 'both draw'
  const isTo = world === 'from Solana' || world === 'both draw'
  if (world === 'call')
    return isDone
      ? { Granted: 1, UserOperationEvent: 1, Filled: 1 }
      : { Granted: 1, FillCancelled: 1 }
  return {
    ...(isFrom && { UserOperationEvent: 1, Deposited: 1, [isDone ? 'Released' : 'Refunded']: 1 }),
    ...(isTo && { [isDone ? 'Filled' : 'FillCancelled']: 1 }),
  }
}

/**
 * Reads the sum of all participants' holdings, less what they were given, for each asset only they
 * move. It must stay constant: no value is left in vaults, created or lost.
 */
export async function readTotals(
  fed: readonly FedOnSolana[],
  { assets, ...parts }: Parts & { assets: { firth: AssetType; reef: readonly AssetType[] } },
): Promise<Record<string, bigint>> {
  const { roles: onEvm } = parts.devnet.network
  const escrow = getEvmChains(parts.devnet.network)[0]?.contracts.originEscrow
  const { firth, reef } = assets
  const ours = [roles.solver, roles.payee, roles.feeReceiver]
  const holders = [
    ...fed.flatMap(({ onSolana }) => onSolana ?? []),
    ...fed.flatMap(({ recipient }) => (recipient.startsWith('0x') ? [] : [recipient])),
  ]
  const totals: Record<string, bigint> = {}
  async function sum(assetType: AssetType, of: readonly AccountAddress[]): Promise<bigint> {
    const all = [...new Set(of)]
    const units = await Promise.all(all.map((holder) => readUnits(parts, { holder, assetType })))
    return units.reduce((total, one) => total + one, 0n)
  }
  for (const assetType of reef)
    totals[assetType] =
      (await sum(assetType, [...ours, ...holders])) -
      fed.reduce((total, one) => total + getGivenTo(one, assetType), 0n)
  const others = [onEvm.solver, onEvm.payee, onEvm.feeReceiver, ...(escrow ? [escrow] : [])]
  const accounts = fed.flatMap((one) => one.onEvm ?? [])
  totals[firth] =
    (await sum(firth, [...others, ...accounts])) - given.firthUsdc * BigInt(accounts.length)
  return totals
}

/** What an execution's user was given of a Solana asset, less what was burned. */
function getGivenTo({ onSolana, isBurned }: FedOnSolana, assetType: AssetType): bigint {
  if (!onSolana) return 0n
  if (assetType.endsWith('slip44:501')) return given.lamports
  const isUsdc = assetType.endsWith(devnetSolana.mints.usdc)
  return isUsdc && !isBurned ? given.reefUsdc : 0n
}
