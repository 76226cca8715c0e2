import type { ChainId } from '#protocol/ids/caip.ts'
import { toChainVariable } from '../config/config.ts'

/** Names a provider by its position in the configuration, from 1: its URL may hold a key. */
export function describeProvider(chainId: ChainId, position: number): string {
  return `provider ${position} of ${toChainVariable('RPC_URL', chainId)}`
}
