import { rescale } from '#protocol/ids/amount.ts'
import { ChainId } from '#protocol/ids/caip.ts'
import type { AssetChoice, ChainChoice, ChosenAsset } from './assetChoices.ts'

/** Reads the chains that are left out from a page's address; what is no chain id is dropped. */
export function readChains(text: string | null): readonly ChainId[] {
  return (text ?? '').split(',').flatMap((one) => {
    const read = ChainId.safeParse(one)
    return read.success ? [read.data] : []
  })
}

/**
 * Returns the asset without the chains that are left out, with what the others hold. One that was
 * chosen on a single chain stays as it is.
 */
export function leaveOut(
  chosen: ChosenAsset | undefined,
  without: readonly ChainId[],
): ChosenAsset | undefined {
  if (!chosen || chosen.only || without.length === 0) return chosen
  const { asset } = chosen
  const members = asset.members.filter(({ chainId }) => !without.includes(chainId))
  if (members.length === asset.members.length) return chosen
  return { asset: { ...asset, members, ...sumHeld(members, asset) }, only: undefined }
}

/** The chains that a request names; undefined where all of the asset's may be drawn from. */
export function getNamedChains(
  from: ChosenAsset,
  whole: ChosenAsset | undefined,
): readonly ChainId[] | undefined {
  if (from.only || from.asset.members.length === whole?.asset.members.length) return undefined
  return [...new Set(from.asset.members.map(({ chainId }) => chainId))]
}

/** Sums in the widest decimals and cuts off once, as balances do. */
function sumHeld(
  members: readonly ChainChoice[],
  { decimals }: AssetChoice,
): Pick<AssetChoice, 'units' | 'valueUsd'> {
  const known = members.flatMap(({ units, decimals: from }) =>
    units === undefined ? [] : [{ units, from }],
  )
  if (known.length === 0) return { units: undefined, valueUsd: undefined }
  const finest = Math.max(decimals, ...known.map(({ from }) => from))
  const sum = known.reduce(
    (total, { units, from }) => total + rescale(units, { from, to: finest }),
    0n,
  )
  const values = members.flatMap(({ valueUsd }) => valueUsd ?? [])
  return {
    units: rescale(sum, { from: finest, to: decimals }),
    valueUsd: values.length === 0 ? undefined : values.reduce((total, one) => total + one, 0),
  }
}
