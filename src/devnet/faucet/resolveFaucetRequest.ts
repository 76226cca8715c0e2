import { type AccountAddress, checksumAddress, EvmAddress } from '#protocol/ids/caip.ts'
import type { FaucetRequest } from '#protocol/service/devnet.ts'
import type { Faucet, FaucetTransfer } from './faucet.ts'
import { FaucetError } from './FaucetError.ts'

/**
 * Resolves a faucet request to transfers: the amount named, else the asset's default, else the
 * starter set. Source: wire, "Extensions".
 *
 * @throws FaucetError when no chain has such addresses, or an amount is given without an asset.
 * @throws UnknownAssetError when the asset is not one of the network's.
 */
export function resolveFaucetRequest(
  { address, assetType, amount }: FaucetRequest,
  faucet: Pick<Faucet, 'getStarterTransfers' | 'getDefaultTransfer'>,
): { to: AccountAddress; transfers: FaucetTransfer[] } {
  const evmAddress = EvmAddress.safeParse(address).data
  const to = evmAddress ? checksumAddress(evmAddress) : address
  if (assetType !== undefined) {
    const usual = faucet.getDefaultTransfer(assetType)
    return { to, transfers: [amount === undefined ? usual : { assetType, amount: BigInt(amount) }] }
  }
  if (amount !== undefined) throw new FaucetError('An amount needs the asset it is of.')
  const transfers = faucet.getStarterTransfers(to)
  if (transfers.length === 0) throw new FaucetError(`${to} is not an address of a local chain.`)
  return { to, transfers }
}
