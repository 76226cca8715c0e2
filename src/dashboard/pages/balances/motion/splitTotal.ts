import { splitAssetType, isSameAsset } from '#protocol/ids/caip.ts'
import type { AssetRecord } from '#protocol/service/assets.ts'
import { sumShown, toUsd } from '../../../components/amounts/worth.ts'
import { toNamedAmount } from '../../amounts/nameAmount.ts'
import type { Holdings } from '../holdings.ts'
import type { Motion, MovingAmount } from './findMotions.ts'

/** What the total consists of, and what is out of it, US dollars. */
export type TotalSplit = {
  /** What can be paid with now; undefined while the total is. */
  spendableUsd: number | undefined
  /** In vaults, from which it has to be withdrawn first; undefined while one does not answer. */
  vaultUsd: number | undefined
  /** Promised to executions under way; in the total. */
  promisedUsd: number
  /** Held by escrows; not in the total. Undefined if some of it has no price. */
  takenUsd: number | undefined
}

/**
 * Splits the total into what can be spent and what cannot.
 *
 * @param known.chain - The only chain shown; undefined for all.
 */
export function splitTotal(
  holdings: Holdings,
  known: {
    motions: readonly Motion[]
    assets: readonly AssetRecord[]
    prices: ReadonlyMap<string, number> | undefined
    chain: string | undefined
  },
): TotalSplit {
  const { motions, chain } = known
  function isHere({ assetType }: MovingAmount): boolean {
    return chain === undefined || splitAssetType(assetType).chainId === chain
  }
  const parts = holdings.assets.flatMap((asset) => asset.parts)
  const vaulted = parts.flatMap((part) => (part.vaulted ? [part.valueUsd ?? 0] : []))
  const here = motions.flatMap((motion) => motion.promised).filter(isHere)
  const promised = parts
    .filter((part) => part.vaulted === undefined && part.units > 0n)
    .map((part) => {
      const all = here.filter(({ assetType }) => isSameAsset(assetType, part.assetType))
      const units = all.reduce((sum, one) => sum + one.units, 0n)
      const share = Number(units < part.units ? units : part.units) / Number(part.units)
      return (part.valueUsd ?? 0) * share
    })
  const taken = motions
    .flatMap((motion) => motion.taken)
    .filter(isHere)
    .map((amount) => valueOf(amount, known))
  const [vaultUsd = 0, promisedUsd = 0, takenUsd = 0] = [
    vaulted,
    promised,
    taken.map((value = 0) => value),
  ].map((values) => sumShown(values))
  const { totalUsd } = holdings
  return {
    spendableUsd: totalUsd === undefined ? undefined : totalUsd - vaultUsd - promisedUsd,
    vaultUsd: holdings.vaultsUnknownOn.length > 0 ? undefined : vaultUsd,
    promisedUsd,
    takenUsd: taken.includes(undefined) ? undefined : takenUsd,
  }
}

function valueOf(
  { assetType, units }: MovingAmount,
  {
    assets,
    prices,
  }: { assets: readonly AssetRecord[]; prices: ReadonlyMap<string, number> | undefined },
): number | undefined {
  return toUsd(toNamedAmount(assetType, String(units), assets), prices?.get(assetType))
}
