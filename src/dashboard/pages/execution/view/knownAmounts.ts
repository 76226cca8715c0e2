import { getRoles } from '#networks/getChain.ts'
import { toUnits } from '#protocol/ids/amount.ts'
import { type AssetType, isSameAddress, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { Order } from '#protocol/orders/order.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import type { ExecutionSources } from './executionSources.ts'
import type { LegAmount } from './legState.ts'
import { toAssetType, toChainAmount, type ChainAmount } from './chainAmount.ts'

/** Source of an amount: the chain that saw it, this browser that signed it, or the service. */
export type AmountSource = 'chain' | 'signed' | 'service'

/** A leg with the source of its amount. */
export type KnownLeg = LegAmount & { source: AmountSource }

/**
 * Returns the legs of an execution. All amounts, here and in the history, follow one rule: what a
 * chain shows takes precedence, then what this browser signed, then what the service reports, which
 * is labelled as such. The history does not read the chains; the page of each execution does.
 */
export function getKnownLegs(sources: ExecutionSources): readonly KnownLeg[] {
  const { signed } = sources
  const deposits = selectDeposits(sources)
  const reportedLegs = getReportedLegs(signed ?? sources.record).map((leg): KnownLeg => {
    const [first, ...more] = deposits.filter((one) => isSameAsset(one.assetType, leg.assetType))
    if (!first) return { ...leg, source: signed ? 'signed' : 'service' }
    const amount = String(more.reduce((sum, one) => sum + one.units, first.units))
    const valueUsd = amount === leg.amount ? leg.valueUsd : undefined
    return { ...leg, amount, valueUsd, source: 'chain' }
  })
  const others = deposits.filter(
    ({ assetType }) => !reportedLegs.some((leg) => isSameAsset(leg.assetType, assetType)),
  )
  return [
    ...reportedLegs,
    ...others.map(({ assetType, units }) => ({
      assetType,
      amount: String(units),
      valueUsd: undefined,
      source: 'chain' as const,
    })),
  ]
}

/** Returns the delivered amount, or the expected one before delivery. */
export function getKnownReceived(
  sources: ExecutionSources,
): (ChainAmount & { source: AmountSource }) | undefined {
  const { signed } = sources
  const token = (signed ?? sources.record)?.destinationToken
  if (!token) return undefined
  const fill = findFill(sources)
  const isSeen = fill?.chainId === splitAssetType(token.assetType).chainId
  const amount = isSeen ? String(fill.amount) : token.amount
  const valueUsd = amount === token.amount ? toWorth(token.fiatValue) : undefined
  const source = isSeen ? 'chain' : signed ? 'signed' : 'service'
  return { ...toChainAmount(sources, { ...token, amount, valueUsd }), source }
}

/** Finds the fill by the pinned solver that the deposits commit to. */
export function findFill({ trace, network }: ExecutionSources) {
  const events = trace?.events ?? []
  return events
    .filter((event) => event.kind === 'filled')
    .find(
      (fill) =>
        isSameAddress(fill.solver, getRoles(network, fill.chainId).solver) &&
        events.some((one) => one.kind === 'deposited' && one.order.fillHash === fill.fillHash),
    )
}

function getReportedLegs(
  reportedLegs: Pick<NonNullable<ExecutionSources['record']>, 'originToken'> | undefined,
) {
  const legs = reportedLegs?.originToken.fiatValue ?? []
  return legs.map(({ assetType, amount, fiatValue }): LegAmount => {
    return { assetType, amount: amount ?? '0', valueUsd: toWorth(fiatValue) }
  })
}

type LegDeposit = { assetType: AssetType; units: bigint; isOwn: boolean }

/**
 * Returns deposits of the user's accounts, and others that match a reported leg exactly. Anyone can
 * deposit under an id: if none of the user's accounts did, all deposits count.
 */
function selectDeposits(sources: ExecutionSources): readonly LegDeposit[] {
  const { trace, own = [], status, signed, record } = sources
  const payers = status ? [status.user, ...own] : own
  const deposits = (trace?.events ?? []).flatMap((event): LegDeposit[] => {
    if (event.kind !== 'deposited') return []
    const { token, depositor } = event.order
    return [
      {
        assetType: toAssetType(event.chainId, token),
        units: getDepositUnits(event.order),
        isOwn: payers.some((payer) => isSameAddress(payer, depositor)),
      },
    ]
  })
  if (!deposits.some(({ isOwn }) => isOwn)) return deposits
  const reportedLegs = getReportedLegs(signed ?? record)
  return deposits.filter(
    ({ assetType, units, isOwn }) =>
      isOwn ||
      (!deposits.some((one) => one.isOwn && isSameAsset(one.assetType, assetType)) &&
        reportedLegs.some(
          (one) => isSameAsset(one.assetType, assetType) && toUnits(one.amount) === units,
        )),
  )
}

/** Reads a worth in US dollars; undefined where the quote told none. */
export function toWorth(fiatValue: string | undefined): number | undefined {
  const valueUsd = Number(fiatValue)
  return valueUsd > 0 ? valueUsd : undefined
}

/** Returns what a deposit takes from its account: amount and fee. */
export function getDepositUnits({ amount, fee }: Order | SolanaOrder): bigint {
  return amount + fee
}
