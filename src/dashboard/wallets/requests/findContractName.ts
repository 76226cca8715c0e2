import { findEvmChain } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import { type EvmAddress, isSameAddress, toEvmChainId } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { findToken } from './decodeCall.ts'

/** The name that the network gives to a contract on one of its chains; undefined if it has none. */
export function findContractName(
  address: EvmAddress,
  where: { network: Network; chainId: number },
): string | undefined {
  const chain = findEvmChain(where.network, toEvmChainId(where.chainId))
  const ours = Object.entries(chain?.contracts ?? {}).find(([, at]) => isSameAddress(at, address))
  if (ours) return contractNames[ours[0]] ?? ours[0]
  if (chain?.vault !== undefined && isSameAddress(chain.vault, address))
    return translate('Vault for USDC')
  const token = findToken(address, where)
  return token && translate('{token}, the token', { token: token.name })
}

const contractNames: Record<string, string> = {
  originEscrow: translate("Estuary's escrow"),
  destinationSettler: translate("Estuary's settler"),
  accountFactory: translate("Estuary's account factory"),
  entryPoint: 'EntryPoint 0.7',
  swapRouter: translate('Uniswap router'),
  wrappedNative: translate('Wrapped native coin'),
}
