import {
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import type { Bank } from '../bank/bank.ts'
import type { Methods } from './context.ts'
import { readAddress, readCount } from '../bank/params.ts'
import { rpcCodes, RpcError } from '../bank/rpcAnswer.ts'
import { deriveSolanaKey } from '../plan/solanaKeys.ts'
import { readTransaction } from '../bank/wireTransaction.ts'

/** Initial lamports of the faucet: few enough for a JavaScript number to be exact. */
const faucetLamports = 9_000_000_000_000_000n

const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')

/** Puts the coins of a new chain into the faucet. */
export function fundFaucet({ runtime }: Pick<Bank, 'runtime'>): void {
  runtime.setAccount({
    address: deriveSolanaKey('faucet').publicKey.toBase58(),
    account: {
      lamports: faucetLamports,
      data: new Uint8Array(),
      owner: SystemProgram.programId.toBase58(),
      isExecutable: false,
    },
  })
}

/** Creates the airdrop method, which sends real transfers like a test validator. */
export function createAirdropMethods(bank: Bank): Methods {
  const faucet = deriveSolanaKey('faucet')
  return {
    requestAirdrop(params) {
      const to = new PublicKey(readAddress(params, 0))
      const lamports = readCount(params, 1)
      const message = new TransactionMessage({
        payerKey: faucet.publicKey,
        recentBlockhash: bank.blocks.blockhash(bank.blocks.slot('processed')),
        instructions: [
          SystemProgram.transfer({ fromPubkey: faucet.publicKey, toPubkey: to, lamports }),
          // Makes equal requests within one slot distinct transactions.
          new TransactionInstruction({
            programId: memoProgram,
            keys: [],
            data: Buffer.from(`airdrop ${bank.ledger.count()}`),
          }),
        ],
      })
      const transaction = new VersionedTransaction(message.compileToV0Message())
      transaction.sign([faucet])
      const sent = readTransaction(transaction.serialize())
      bank.submit(sent)
      const landed = bank.ledger.get(sent.signature)
      if (landed && landed.meta.err !== null)
        throw new RpcError(rpcCodes.internal, 'Internal error: the faucet could not pay')
      return sent.signature
    },
  }
}
