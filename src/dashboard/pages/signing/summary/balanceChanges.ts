import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AccountAddress } from '#protocol/ids/caip.ts'
import type { MergedOnChainBalances } from '#dashboard/api/balances/onChainBalances.ts'
import type { SummaryAmount } from './priceAmount.ts'
import type { SimulatedChanges } from './simulatedChanges.ts'
import type { Summary } from './summary.ts'

/** How an own balance changes by what is signed. */
export type BalanceChange = {
  account: AccountAddress
  asset: SummaryAmount['asset']
  /** Smallest units; negative when it is paid. */
  change: bigint
  /** The part of it that the signed operations take; 0 or negative. */
  spent: bigint
  /** Whether a solver delivers the rest of it later, in no operation of the user's. */
  isLater: boolean
  /** Whether more may arrive. */
  isLeast: boolean
  /** The same change as the service states it; undefined where it states none. */
  promised: bigint | undefined
}

/** A change with the balance that this browser read before, and what it then will be. */
export type ShownChange = BalanceChange & {
  /** Undefined while the chain has not answered. */
  before: bigint | undefined
  after: bigint | undefined
  /** The change by a simulation of what is signed; undefined where there is none. */
  simulated: bigint | undefined
}

/**
 * The changes of the user's own balances: what each operation takes, and what arrives at least.
 * What goes to somebody else is no change of theirs.
 *
 * @param of.own - The user's accounts.
 * @param of.isForCall - What arrives is spent by a call at once, so it is no balance of theirs.
 */
export function findChanges(
  { paid, received, minimum, recipient, isHeld }: Summary,
  { own, isForCall }: { own: readonly AccountAddress[]; isForCall: boolean },
): readonly BalanceChange[] {
  const changes = paid.map(({ account, asset, units }): BalanceChange => ({
    account,
    asset,
    change: -units,
    spent: -units,
    isLater: false,
    isLeast: false,
    promised: -units,
  }))
  const account = own.find(
    (one) => recipient && toAddressKey(one) === toAddressKey(recipient.address),
  )
  if (!account || !minimum || isForCall) return mergeChanges(changes)
  return mergeChanges([
    ...changes,
    {
      account,
      asset: minimum.asset,
      change: minimum.units,
      spent: 0n,
      isLater: isHeld,
      isLeast: received !== undefined && received.units > minimum.units,
      promised: received?.units,
    },
  ])
}

/** Adds the balances that this browser read on the chains, and what a simulation says. */
export function readChanges(
  changes: readonly BalanceChange[],
  held: Pick<MergedOnChainBalances, 'units'>,
  simulated?: Pick<SimulatedChanges, 'changeOf'>,
): readonly ShownChange[] {
  return changes.map((one) => {
    const { account, asset, change } = one
    const before = held.units.get(toAddressKey(account))?.get(asset.assetType)
    return {
      ...one,
      before,
      after: before === undefined ? undefined : before + change,
      simulated: simulated?.changeOf(account, asset),
    }
  })
}

/** The balances of the network's assets, with those of tokens that no list names. */
export function addUnits(
  listed: MergedOnChainBalances,
  unlisted: MergedOnChainBalances['units'],
): Pick<MergedOnChainBalances, 'units'> {
  if (unlisted.size === 0) return listed
  const accounts = new Set([...listed.units.keys(), ...unlisted.keys()])
  const units = [...accounts].map(
    (one) =>
      [one, new Map([...(listed.units.get(one) ?? []), ...(unlisted.get(one) ?? [])])] as const,
  )
  return { units: new Map(units) }
}

/** Adds up the changes of the same balance. */
export function mergeChanges(changes: readonly BalanceChange[]): readonly BalanceChange[] {
  const merged = new Map<string, BalanceChange>()
  for (const one of changes) {
    const key = `${toAddressKey(one.account)} ${one.asset.assetType}`
    const other = merged.get(key)
    merged.set(key, other ? addChanges(other, one) : one)
  }
  return [...merged.values()]
}

function addChanges(a: BalanceChange, b: BalanceChange): BalanceChange {
  const promised =
    a.promised === undefined || b.promised === undefined ? undefined : a.promised + b.promised
  return {
    ...a,
    change: a.change + b.change,
    spent: a.spent + b.spent,
    isLater: a.isLater || b.isLater,
    isLeast: a.isLeast || b.isLeast,
    promised,
  }
}
