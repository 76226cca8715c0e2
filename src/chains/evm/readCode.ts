import { getCode } from 'viem/actions'

import { type EvmAddress, isSameAddress } from '#protocol/caip.ts'
import type { EvmClient } from './client.ts'

/** What stands at an address: nothing, a contract, or an EIP-7702 pointer to one. */
export type AccountCode = 'none' | 'contract' | { delegate: 'ours' | 'foreign' }

/** First bytes of the code of an address that points elsewhere. Source: EIP-7702. */
const pointerPrefix = '0xef0100'

/**
 * Reads what stands at an address on one chain.
 *
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function readCode(
  client: EvmClient,
  { address, delegate }: { address: EvmAddress; delegate: EvmAddress },
): Promise<AccountCode> {
  const code = await getCode(client.rpc, { address })
  if (code === undefined || code === '0x') return 'none'
  if (!code.startsWith(pointerPrefix)) return 'contract'
  const isOurs = isSameAddress(`0x${code.slice(pointerPrefix.length)}`, delegate)
  return { delegate: isOurs ? 'ours' : 'foreign' }
}
