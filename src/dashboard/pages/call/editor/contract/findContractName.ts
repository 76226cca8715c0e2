import { findEvmChain } from '#networks/getChain.ts'
import type { ChainContracts, Network } from '#networks/network.ts'
import { type ChainId, type EvmAddress, isSameAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { translate } from '../../../../language/translate.ts'

/** The name that the network gives to a contract on one of its chains; undefined if it has none. */
export function findContractName(
  address: EvmAddress,
  where: { network: Network; chainId: ChainId },
): string | undefined {
  const chain = findEvmChain(where.network, where.chainId)
  const ours = Object.entries(chain?.contracts ?? {}).find(([, at]) => isSameAddress(at, address))
  if (ours && isNamed(ours[0])) return contractNames[ours[0]]
  if (chain?.vault !== undefined && isSameAddress(chain.vault, address))
    return translate('Vault for USDC')
  const token = where.network.aggregates
    .flatMap(({ members }) => members)
    .find(({ assetType }) => {
      const { chainId, namespace, reference } = splitAssetType(assetType)
      return chainId === where.chainId && namespace === 'erc20' && isSameAddress(reference, address)
    })
  return token && translate('{token} token', { token: token.name })
}

function isNamed(key: string): key is keyof ChainContracts {
  return key in contractNames
}

const contractNames: Readonly<Record<keyof ChainContracts, string>> = {
  entryPoint: 'EntryPoint 0.7',
  accountFactory: translate('Estuary’s account factory'),
  roleAccount: translate('Estuary’s role-based account code'),
  basicAccount: translate('Estuary’s basic account code'),
  delegate: translate('Estuary’s delegate'),
  paymaster: translate('Estuary’s paymaster'),
  originEscrow: translate('Estuary’s escrow'),
  destinationSettler: translate('Estuary’s settler'),
  signers: translate('Estuary’s key registry'),
  validityGuard: translate('Estuary’s time guard'),
  outputGuard: translate('Estuary’s amount guard'),
  swapRouter: translate('Uniswap router'),
  quoter: translate('Uniswap quoter'),
  poolFactory: translate('Uniswap pool factory'),
  wrappedNative: translate('Wrapped native coin'),
}
