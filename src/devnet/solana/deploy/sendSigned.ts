import {
  type Connection,
  type Keypair,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'

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
