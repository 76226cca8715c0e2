import { waitForTransactionReceipt } from 'viem/actions'
import { numberToHex, pad } from 'viem/utils'

import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { EvmClient } from '../rpc/client.ts'

/** `Transfer(address,address,uint256)` of ERC-20, and of ERC-721, where the id is indexed. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A transfer of a token to look for, amount in its smallest unit. */
export type TokenTransfer = { token: EvmAddress; amount: bigint }

/**
 * Finds token transfers from one address to another in the events of a chain.
 *
 * @param options.since - The first block to search.
 * @returns The transaction of each transfer, in the order asked; undefined for those not there.
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function findTransfers(
  client: EvmClient,
  options: {
    from: EvmAddress
    to: EvmAddress
    since: bigint
    transfers: readonly TokenTransfer[]
  },
): Promise<readonly (Hash | undefined)[]> {
  const { from, to, since, transfers } = options
  if (transfers.length === 0) return []
  const logs = await client.rpc.request({
    method: 'eth_getLogs',
    params: [
      {
        address: transfers.map(({ token }) => token),
        topics: [transferTopic, pad(from), pad(to)],
        fromBlock: numberToHex(since),
        toBlock: 'latest',
      },
    ],
  })
  return transfers.map(({ token, amount }) => {
    const log = logs.find(
      ({ address, data }) =>
        isSameAddress(address, token) && data !== '0x' && BigInt(data) === amount,
    )
    return log?.transactionHash ?? undefined
  })
}

/** The end of a transaction; `canceled`: its sender put another one in its place. */
export type TransactionFate = { outcome: 'succeeded' | 'reverted' | 'canceled'; hash: Hash }

/**
 * Waits until a transaction is in a block, also at another price than it was sent with.
 *
 * @throws Error if the chain does not answer.
 */
export async function followTransaction(client: EvmClient, hash: Hash): Promise<TransactionFate> {
  let isCanceled = false
  const receipt = await waitForTransactionReceipt(client.rpc, {
    hash,
    timeout: 0,
    pollingInterval: 1000,
    // A node may not know it yet: it is asked for again with the next block, and by its receipt.
    retryCount: 0,
    onReplaced: ({ reason }) => {
      isCanceled = reason !== 'repriced'
    },
  })
  const outcome = isCanceled ? 'canceled' : receipt.status === 'success' ? 'succeeded' : 'reverted'
  return { outcome, hash: receipt.transactionHash }
}
