import { type Hash, TransactionReceiptNotFoundError } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { NodeClient } from '../node/nodeClient.ts'

/** A transaction to send. */
export type LabelledCall = {
  /** Its purpose, for messages. */
  label: string
  to: EvmAddress
  data?: Hex
  /** In wei. */
  value?: bigint
  /** Gas limit. */
  gas: bigint
}

/** Fees that always suffice on a local node. */
const fees = { maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 1_000_000n }

/** Maximum blocks to mine until all transactions of a batch are included. */
const maxBlocks = 20

/** Transactions of one account, to send in order. */
export type Batch = { from: PrivateKeyAccount; calls: readonly LabelledCall[] }

/** Outcome of a transaction. */
export type CallOutcome = { hash: Hash; isSuccess: boolean }

/**
 * Sends transactions of one account to a local node without waiting in between, and mines them at
 * once. Nothing else may send from this account meanwhile.
 *
 * @returns The transactions' hashes in order, all mined.
 * @throws Error that names the first call that reverted or was not mined.
 */
export async function mineCalls(client: NodeClient, batch: Batch): Promise<Hash[]> {
  const outcomes = await mineEach(client, batch)
  const failed = outcomes.findIndex(({ isSuccess }) => !isSuccess)
  if (failed !== -1)
    throw new Error(`"${batch.calls[failed]?.label}" reverted (${outcomes[failed]?.hash}).`)
  return outcomes.map(({ hash }) => hash)
}

/**
 * Like {@link mineCalls}, but reports reverted calls instead of throwing.
 *
 * @throws Error when a call was not mined.
 */
export async function mineEach(client: NodeClient, batch: Batch): Promise<CallOutcome[]> {
  const hashes = await sendCalls(client, batch)
  const last = hashes.at(-1)
  if (!last) return []
  for (let block = 0; block < maxBlocks; block += 1) {
    await client.mine({ blocks: 1 })
    if (await readReceipt(client, last)) break
  }
  const receipts = await Promise.all(hashes.map((hash) => readReceipt(client, hash)))
  return hashes.map((hash, index) => {
    const receipt = receipts[index]
    if (!receipt) throw new Error(`"${batch.calls[index]?.label}" was not mined (${hash}).`)
    return { hash, isSuccess: receipt.status === 'success' }
  })
}

async function sendCalls(client: NodeClient, { from, calls }: Batch): Promise<Hash[]> {
  if (calls.length === 0) return []
  const [nonce, chainId] = await Promise.all([
    client.getTransactionCount({ address: from.address, blockTag: 'pending' }),
    client.getChainId(),
  ])
  const signed = await Promise.all(
    calls.map(({ to, data, value, gas }, index) =>
      from.signTransaction({
        ...fees,
        type: 'eip1559',
        chainId,
        nonce: nonce + index,
        to,
        gas,
        ...(data === undefined ? {} : { data }),
        ...(value === undefined ? {} : { value }),
      }),
    ),
  )
  return Promise.all(
    signed.map((serializedTransaction) => client.sendRawTransaction({ serializedTransaction })),
  )
}

async function readReceipt(client: NodeClient, hash: Hash) {
  return client.getTransactionReceipt({ hash }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return undefined
    throw error
  })
}
