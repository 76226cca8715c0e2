import { nativeToken } from '#chains/evm/operation/accountCalls.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { CallSimulation } from '#chains/evm/trial/tryCalls.ts'
import { type AccountAddress, type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { EvmRootAsset, Roots } from '#dashboard/review/cases/roots.ts'
import type { PreparedFacts, ReviewedCall } from '#dashboard/review/verifyPrepared.ts'
import type { TargetAsset } from '../draft/requirements.ts'
import { type BalanceChange, mergeChanges } from '../../signing/summary/balanceChanges.ts'

/** What a prepared operation does to the account's balances, and whether more may happen. */
export type PreparedChanges = {
  changes: readonly BalanceChange[]
  /** Whether a call moves what nobody can tell without running it. */
  isOpen: boolean
}

/** How a token changes by a simulation; one that no list names has its contract's own names. */
export type SimulatedShare = {
  /** Undefined for the native coin. */
  token: EvmAddress | undefined
  isListed: boolean
  symbol: string
  decimals: number
  change: bigint
}

/** The changes that the operation's own bytes say: what is lent, each known call, and the fee. */
export function findPreparedChanges(facts: PreparedFacts, roots: Roots): PreparedChanges {
  const account = facts.operation.account.accountAddress
  const { lent, calls, fee } = facts
  const known = calls.map((call) => findCallChanges(call, { account, facts, roots }))
  return {
    changes: mergeChanges([
      ...lent.map(({ asset, amount }) => build(asset, amount)),
      ...known.flatMap((changes) => changes ?? []),
      ...(fee && fee.amount > 0n ? [build(fee.asset, -fee.amount)] : []),
    ]).filter(({ change }) => change !== 0n),
    isOpen: known.includes(undefined),
  }

  function build(asset: EvmRootAsset, change: bigint): BalanceChange {
    return buildChange(account, { asset, change })
  }
}

/**
 * The changes that only the simulation shows: those of tokens that no list names, such as a vault's
 * shares, and where a call moves what its bytes don't say, of the listed ones too.
 *
 * @param assets - The listed ones of the chain.
 */
export function findSimulatedChanges(
  result: Pick<CallSimulation, 'changes'> | undefined,
  assets: readonly Pick<TargetAsset, 'token' | 'symbol' | 'decimals'>[],
  isOpen: boolean,
): readonly SimulatedShare[] {
  return (result?.changes ?? []).flatMap(({ token, reported, before, brought, after }) => {
    const change = after - before - brought
    const listed = assets.find((one) =>
      one.token && token ? isSameAddress(one.token, token) : one.token === token,
    )
    const named = listed ?? reported
    if (!named || change === 0n || (listed && !isOpen)) return []
    const { symbol, decimals } = named
    return [{ symbol, decimals, token, isListed: listed !== undefined, change }]
  })
}

/** A change that happens with the call itself, and of which the service says nothing. */
function buildChange(
  account: AccountAddress,
  { asset, change }: Pick<BalanceChange, 'asset' | 'change'>,
): BalanceChange {
  return {
    account,
    asset,
    change,
    spent: change,
    isLater: false,
    isLeast: false,
    promised: undefined,
  }
}

type Place = { account: AccountAddress; facts: PreparedFacts; roots: Roots }

/** The changes of a call; undefined when it may do anything. */
function findCallChanges(call: ReviewedCall, place: Place): BalanceChange[] | undefined {
  const { account } = place
  const effect = call.known?.effect
  if (!effect) return undefined
  function build(asset: EvmRootAsset, change: bigint): BalanceChange {
    return buildChange(account, { asset, change })
  }
  function isOwn(address: string): boolean {
    return toAddressKey(address) === toAddressKey(account)
  }
  switch (effect.kind) {
    case 'send':
      return isOwn(effect.to) ? [] : [build(effect.asset, -effect.amount)]
    case 'sendFrom':
      return [
        ...(isOwn(effect.from) ? [build(effect.asset, -effect.amount)] : []),
        ...(isOwn(effect.to) ? [build(effect.asset, effect.amount)] : []),
      ]
    case 'wrap':
    case 'unwrap': {
      const other = findOther(effect, place)
      return [build(effect.asset, -effect.amount), ...(other ? [build(other, effect.amount)] : [])]
    }
    case 'deposit':
      return [build(effect.asset, -effect.amount)]
    case 'withdraw':
      return isOwn(effect.to) ? [build(effect.asset, effect.amount)] : []
    case 'allow':
      return []
    // What shares are worth is known to the vault only.
    case 'mint':
    case 'redeem':
      return undefined
  }
}

/** The coin of a wrapped token, or the token of a coin. */
function findOther(
  { kind, asset }: { kind: 'wrap' | 'unwrap'; asset: EvmRootAsset },
  { facts, roots }: Place,
): EvmRootAsset | undefined {
  const { chainId, contracts } = facts.operation.chain
  const token = kind === 'wrap' ? contracts.wrappedNative : nativeToken
  return roots.assets
    .filter((one) => one.kind === 'evm')
    .find(
      (one) =>
        one.chainId === chainId && one !== asset && toAddressKey(one.token) === toAddressKey(token),
    )
}
