import { setTimeout as wait } from 'node:timers/promises'
import {
  type Connection,
  type Keypair,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'

import { buildComputeBudgetInstructions } from '#chains/solana/program/computeBudget.ts'
import { toWebInstruction } from '#chains/solana/program/instruction.ts'

/**
 * Sends instructions as one version 0 transaction to a local node; it has landed on return.
 *
 * @param options.signers - The first one pays the fee.
 * @returns Its signature.
 * @throws SendTransactionError with the logs when it would fail.
 */
export async function sendSigned(
  connection: Connection,
  options: { signers: readonly Keypair[]; instructions: TransactionInstruction[] },
): Promise<string> {
  const [payer] = options.signers
  if (!payer) throw new Error('The transaction has no signer to pay its fee.')
  const { blockhash } = await connection.getLatestBlockhash('processed')
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: blockhash,
    instructions: options.instructions,
  })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign([...options.signers])
  return connection.sendTransaction(transaction, { preflightCommitment: 'processed' })
}

/** More than any step of a deployment uses. */
const computeUnits = 300_000

const pollMs = 400
/** Polls before the same bytes are sent again: a busy cluster drops transactions. */
const pollsPerSending = 5

/** A transaction to send and confirm. */
export type ConfirmedTransaction = {
  /** The first one pays the fee. */
  signers: readonly Keypair[]
  instructions: TransactionInstruction[]
  /** Price offered per compute unit, millionths of a lamport. */
  microLamports: bigint
}

/**
 * Sends instructions as one version 0 transaction to any cluster, repeatedly until it is confirmed
 * or its blockhash has expired.
 *
 * @returns Its signature.
 * @throws SendTransactionError with the logs when it would fail, Error in one sentence when it
 *   failed or did not land before its blockhash expired.
 */
export async function sendConfirmed(
  connection: Connection,
  { signers, instructions, microLamports }: ConfirmedTransaction,
): Promise<string> {
  const [payer] = signers
  if (!payer) throw new Error('The transaction has no signer to pay its fee.')
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash('confirmed')
  const budget = buildComputeBudgetInstructions({ units: computeUnits, microLamports })
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: blockhash,
    instructions: [...budget.map(toWebInstruction), ...instructions],
  })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign([...signers])
  const bytes = transaction.serialize()
  const options = { preflightCommitment: 'confirmed' } as const
  const signature = await connection.sendRawTransaction(bytes, options)
  for (let poll = 1; ; poll++) {
    // Read first: once it has expired, a later status cannot change.
    const isOver = (await connection.getBlockHeight('confirmed')) > lastValidBlockHeight
    if (await isConfirmed(connection, signature)) return signature
    if (isOver)
      throw new Error(`The cluster did not take ${signature} in time. A further call goes on here.`)
    await wait(pollMs)
    if (poll % pollsPerSending === 0)
      await connection.sendRawTransaction(bytes, { skipPreflight: true })
  }
}

/** @throws Error when the transaction landed and failed. */
async function isConfirmed(connection: Connection, signature: string): Promise<boolean> {
  const { value } = await connection.getSignatureStatuses([signature])
  const [status] = value
  if (status?.err) throw new Error(`${signature} failed: ${JSON.stringify(status.err)}.`)
  const level = status?.confirmationStatus
  return level === 'confirmed' || level === 'finalized'
}
