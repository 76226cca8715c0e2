import { erc20Abi, parseEventLogs } from 'viem'
import { getTransaction, waitForTransactionReceipt } from 'viem/actions'
import { numberToHex, pad } from 'viem/utils'

import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { EvmClient } from '../rpc/client.ts'

/** `Transfer(address,address,uint256)` of ERC-20, and of ERC-721, where the id is indexed. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A transfer of a token to look for, amount in its smallest unit. */
export type TokenTransfer = { token: EvmAddress; amount: bigint }

/** Transfers of tokens from one address to another. */
export type TokenTransfers = {
  from: EvmAddress
  to: EvmAddress
  transfers: readonly TokenTransfer[]
}

/**
 * Finds token transfers from one address to another in the events of a chain.
 *
 * @param asked.after - The block after which to search.
 * @returns The transaction of each transfer, in the order asked; undefined for those not there.
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function findTransfers(
  client: EvmClient,
  asked: TokenTransfers & { after: bigint },
): Promise<readonly (Hash | undefined)[]> {
  const { from, to, after, transfers } = asked
  if (transfers.length === 0) return []
  const logs = await client.rpc.request({
    method: 'eth_getLogs',
    params: [
      {
        address: transfers.map(({ token }) => token),
        topics: [transferTopic, pad(from), pad(to)],
        fromBlock: numberToHex(after + 1n),
        toBlock: 'latest',
      },
    ],
  })
  return pickTransfers(logs, asked)
}

function pickTransfers(
  logs: Parameters<typeof parseEventLogs>[0]['logs'],
  { from, to, transfers }: TokenTransfers,
): readonly (Hash | undefined)[] {
  const seen = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', args: { from, to }, logs })
  return transfers.map(({ token, amount }) => {
    const one = seen.find(
      ({ address, args }) => isSameAddress(address, token) && args.value === amount,
    )
    return one?.transactionHash ?? undefined
  })
}

/**
 * The end of a transaction; `unrelated`: it succeeded, and is not what was asked for; `canceled`: its sender
 * put another one in its place.
 */
export type TransactionFate = {
  outcome: 'succeeded' | 'unrelated' | 'reverted' | 'canceled'
  hash: Hash
}

/** What a transaction is to transfer: tokens, or without any so much of the chain's coin. */
export type AskedTransfers = TokenTransfers & {
  coin: bigint
  /** The block after which it was asked for; undefined where that is unknown. */
  after: bigint | undefined
}

/**
 * Waits until a transaction is in a block, also at another price than it was sent with.
 *
 * @throws Error if the chain does not answer.
 */
export async function followTransaction(
  client: EvmClient,
  hash: Hash,
  asked: AskedTransfers,
): Promise<TransactionFate> {
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
  const { transactionHash, status, logs, blockNumber } = receipt
  if (isCanceled) return { outcome: 'canceled', hash: transactionHash }
  if (status === 'reverted') return { outcome: 'reverted', hash: transactionHash }
  const isLater = asked.after === undefined || blockNumber > asked.after
  const isAsked =
    asked.transfers.length > 0
      ? pickTransfers(logs, asked).every((one) => one !== undefined)
      : await isCoinTransfer(client, transactionHash, asked)
  return { outcome: isLater && isAsked ? 'succeeded' : 'unrelated', hash: transactionHash }
}

/** A coin leaves no event: whether the transaction itself sends so much of it. */
async function isCoinTransfer(
  client: EvmClient,
  hash: Hash,
  { from, to, coin }: AskedTransfers,
): Promise<boolean> {
  const sent = await getTransaction(client.rpc, { hash })
  return isSameAddress(sent.from, from) && isSameAddress(sent.to ?? '', to) && sent.value === coin
}
