import { checksumAddress, EvmAddress } from '#protocol/caip.ts'
import type { FaucetRequest } from '#protocol/devnet.ts'
import { type Faucet, maxGift, type Wish } from './faucet.ts'

/** The faucet cannot do what it is asked for. */
export class RefusedWish extends Error {
  override name = 'RefusedWish'
}

/**
 * What a faucet request wishes for: the amount it names, else what suits the asset, else the
 * starter set. Source: decisions, "Extensions".
 *
 * @throws RefusedWish when the address is of no chain here, or an amount stands without its asset
 *   or is absurd.
 * @throws UnknownAsset when the asset is not one of the network's.
 */
export function faucetWishes(
  { address, assetType, amount }: FaucetRequest,
  faucet: Pick<Faucet, 'starterWishes' | 'usualWish'>,
): { to: EvmAddress; wishes: Wish[] } {
  const parsed = EvmAddress.safeParse(address)
  if (!parsed.success) throw new RefusedWish(`${address} is not an address of a local chain.`)
  const to = checksumAddress(parsed.data)
  if (assetType === undefined) {
    if (amount !== undefined) throw new RefusedWish('An amount needs the asset it is of.')
    return { to, wishes: faucet.starterWishes() }
  }
  if (amount === undefined) return { to, wishes: [faucet.usualWish(assetType)] }
  const units = BigInt(amount)
  if (units > maxGift) throw new RefusedWish(`The faucet gives at most ${maxGift} units at once.`)
  return { to, wishes: [{ assetType, amount: units }] }
}
