import { hexToBigInt } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import { buildDelegationCode } from './buildDelegationCode.ts'
import type { EvmClient } from '../rpc/client.ts'

/** What an address is on a chain: its kind of code, and its nonce. */
export type DeploymentStatus = {
  /** `elsewhere`: EIP-7702 pointer to a contract other than ours; `contract`: code of its own. */
  code: 'none' | 'delegate' | 'elsewhere' | 'contract'
  nonce: bigint
}

/**
 * Reads the deployment status of an account on the latest block.
 *
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function readDeploymentStatus(
  client: EvmClient,
  { account, delegate }: { account: EvmAddress; delegate: EvmAddress },
): Promise<DeploymentStatus> {
  const [code, count] = await Promise.all([
    client.rpc.request({ method: 'eth_getCode', params: [account, 'latest'] }),
    client.rpc.request({ method: 'eth_getTransactionCount', params: [account, 'latest'] }),
  ])
  return { code: toDeploymentCode(code.toLowerCase(), delegate), nonce: hexToBigInt(count) }
}

function toDeploymentCode(code: string, delegate: EvmAddress): DeploymentStatus['code'] {
  if (code === '0x') return 'none'
  if (code === buildDelegationCode(delegate).toLowerCase()) return 'delegate'
  return code.startsWith('0xef0100') ? 'elsewhere' : 'contract'
}
