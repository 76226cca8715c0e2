import {
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'

import type { Bank } from '../bank/bank.ts'
import type { Methods } from './methods.ts'
import { readAddress, readCount } from '../bank/params.ts'
import { rpcCodes, RpcError } from '../bank/rpcError.ts'
import { deriveSolanaKey } from '../plan/solanaKeys.ts'
import { readTransaction } from '../bank/wireTransaction.ts'

/** What the faucet has at the start: fewer lamports than a JavaScript number loses digits of. */
const faucetLamports = 9_000_000_000_000_000n

const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')

/** Puts the coins of a fresh chain into the faucet's hands. */
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

/** Gives coins away by real transfers, as a test validator does. */
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
          // Two equal wishes in one slot would be one transaction.
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
