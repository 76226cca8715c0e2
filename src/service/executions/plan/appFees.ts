import type { AssetAmount } from '#chains/ports/chain.ts'
import {
  type AccountAddress,
  type AssetType,
  getChainKind,
  isSameAddress,
  isSameAsset,
  parseRecipient,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import { type AnyQuote, type AppFeePart, maxAppFeeBps } from '#protocol/quotes/quote.ts'
import type { AppFee } from '../../caller.ts'
import { mayBearAppFee } from '../../quotes/pricing/rates.ts'
import { ServiceError } from '../../ServiceError.ts'
import { buildTamperedError, type PlanLeg } from './executionPlan.ts'

/** Who gets the app's part of the fee in an asset, as the quote says. */
export function findAppReceiver(quote: AnyQuote, assetType: AssetType): AccountAddress | undefined {
  const part = findPart(quote, assetType)
  const receiver = part && parseRecipient(part.receiver)
  return receiver?.chainId === splitAssetType(assetType).chainId ? receiver.address : undefined
}

/**
 * Checks that the operations pay an app exactly what the quote says, and at most what an app may
 * charge.
 *
 * @throws ServiceError QUOTE_TAMPERED.
 */
export function checkAppFees(legs: readonly PlanLeg[], quote: AnyQuote): void {
  const named = quote.fees?.app ?? []
  const isCharged = named.every(
    ({ assetType, amount }) => getUnits(legs, assetType, getAppUnits) === BigInt(amount),
  )
  const isOnce = new Set(named.map(({ assetType }) => assetType)).size === named.length
  const isBounded = legs.every((leg) => isWithin(leg, BigInt(maxAppFeeBps)))
  if (isCharged && isOnce && isBounded) return
  const message = 'The operations pay an app something else than the quote says, or too much.'
  throw buildTamperedError(message, [{ path: 'fees.app', message }])
}

/**
 * The service's own fees that are inside the amounts of deposits, because an app gets the fee of the
 * order: all fees of the asset without the app's.
 *
 * @throws ServiceError QUOTE_TAMPERED when the fees are less than the app's part of them.
 */
export function getFeesInAmounts(
  legs: readonly PlanLeg[],
  quote: AnyQuote,
): readonly AssetAmount[] {
  return (quote.fees?.app ?? []).map(({ assetType, amount }) => {
    const others = legs.filter((leg) => !leg.appFee)
    const charged = BigInt(quote.fees?.assets[assetType] ?? 0)
    const own = charged - BigInt(amount) - getUnits(others, assetType, ({ fee }) => fee)
    if (own >= 0n) return { assetType, amount: own }
    const message = `The fees of ${assetType} are less than the part of them that an app gets.`
    throw buildTamperedError(message, [{ path: 'fees.assets', message }])
  })
}

/**
 * Checks that an app is paid as the API key that executes the quote charges, so that an attacker with
 * the quote key cannot pay anybody else.
 *
 * @throws ServiceError FORBIDDEN. Source: security rule 35.
 */
export function checkAppOfKey(legs: readonly PlanLeg[], appFee: AppFee | undefined): void {
  for (const leg of legs) {
    if (!leg.appFee) continue
    if (!mayBearAppFee(leg.assetType, { isDeposit: leg.order !== undefined }))
      throw new ServiceError(
        'FORBIDDEN',
        `A deposit of ${leg.assetType} bears no fee of an app: its receiver could hold the release up.`,
      )
    const receiver = appFee?.receivers[getChainKind(leg.assetType)]
    if (receiver === undefined || !isSameAddress(receiver, leg.appFee.receiver))
      throw new ServiceError(
        'FORBIDDEN',
        `The quote pays a fee to ${leg.appFee.receiver}, which this API key does not charge. Execute it with the key that it was made with.`,
      )
    if (!isWithin(leg, appFee?.bps ?? 0n))
      throw new ServiceError(
        'FORBIDDEN',
        'The quote pays more to the app of this API key than the key charges now. Ask for a new quote.',
      )
  }
}

function findPart(quote: AnyQuote, assetType: AssetType): AppFeePart | undefined {
  return quote.fees?.app?.find((part) => isSameAsset(part.assetType, assetType))
}

function getAppUnits({ appFee }: PlanLeg): bigint {
  return appFee?.units ?? 0n
}

function isWithin(leg: PlanLeg, bps: bigint): boolean {
  return getAppUnits(leg) * 10_000n <= leg.spends * bps
}

function getUnits(
  legs: readonly PlanLeg[],
  assetType: AssetType,
  unitsOf: (leg: PlanLeg) => bigint,
): bigint {
  return legs
    .filter((leg) => isSameAsset(leg.assetType, assetType))
    .reduce((sum, leg) => sum + unitsOf(leg), 0n)
}
