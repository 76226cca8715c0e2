import type { Network } from '#networks/network.ts'
import { toEvmChainId } from '#protocol/ids/caip.ts'

import { translate } from '../../../language/translate.ts'

/** The network's name of a chain; for an unknown chain, a text that says so. */
export function getChainName(chainId: number, network: Network): string {
  const known = network.chains.find((one) => one.chainId === toEvmChainId(chainId))
  return (
    known?.name ??
    translate('Chain {chainId}, not on {network}', { chainId, network: network.name })
  )
}
