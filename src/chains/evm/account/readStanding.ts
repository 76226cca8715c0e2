import { hexToBigInt } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import { delegationCode } from './delegationCode.ts'
import type { EvmClient } from '../rpc/client.ts'

/** What an address is on a chain: whose code it runs, and how many transactions it has sent. */
export type Standing = {
  /** `elsewhere`: an EIP-7702 pointer to another contract than ours; `contract`: code of its own. */
  code: 'none' | 'delegate' | 'elsewhere' | 'contract'
  nonce: bigint
}

/**
 * Reads what an account is on the latest block.
 *
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function readStanding(
  client: EvmClient,
  { account, delegate }: { account: EvmAddress; delegate: EvmAddress },
): Promise<Standing> {
  const [code, count] = await Promise.all([
    client.rpc.request({ method: 'eth_getCode', params: [account, 'latest'] }),
    client.rpc.request({ method: 'eth_getTransactionCount', params: [account, 'latest'] }),
  ])
  return { code: standingOf(code.toLowerCase(), delegate), nonce: hexToBigInt(count) }
}

function standingOf(code: string, delegate: EvmAddress): Standing['code'] {
  if (code === '0x') return 'none'
  if (code === delegationCode(delegate).toLowerCase()) return 'delegate'
  return code.startsWith('0xef0100') ? 'elsewhere' : 'contract'
}
