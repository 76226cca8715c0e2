import { type AccountAddress, checksumAddress, EvmAddress } from '#protocol/ids/caip.ts'
import type { FaucetRequest } from '#protocol/service/devnet.ts'
import type { Faucet, Wish } from './faucet.ts'
import { RefusedWish } from './RefusedWish.ts'

/**
 * What a faucet request wishes for: the amount it names, else what suits the asset, else the
 * starter set. Source: wire, "Extensions".
 *
 * @throws RefusedWish when the address is of no chain here, or an amount stands without its asset.
 * @throws UnknownAsset when the asset is not one of the network's.
 */
export function faucetWishes(
  { address, assetType, amount }: FaucetRequest,
  faucet: Pick<Faucet, 'starterWishes' | 'usualWish'>,
): { to: AccountAddress; wishes: Wish[] } {
  const evmAddress = EvmAddress.safeParse(address).data
  const to = evmAddress ? checksumAddress(evmAddress) : address
  if (assetType !== undefined) {
    const usual = faucet.usualWish(assetType)
    return { to, wishes: [amount === undefined ? usual : { assetType, amount: BigInt(amount) }] }
  }
  if (amount !== undefined) throw new RefusedWish('An amount needs the asset it is of.')
  const wishes = faucet.starterWishes(to)
  if (wishes.length === 0) throw new RefusedWish(`${to} is not an address of a local chain.`)
  return { to, wishes }
}
