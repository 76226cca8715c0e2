import {
  Connection,
  type Keypair,
  PublicKey,
  sendAndConfirmTransaction,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import type { ChainInfo } from './service.ts'

/**
 * Reads from its cluster's node what an address holds of one asset (`slip44:…` or `token:…`), in its
 * smallest unit; of a token over all of its token accounts.
 */
export async function readSolanaAmount(
  { rpcUrl }: ChainInfo,
  { address, asset }: { address: string; asset: string },
): Promise<bigint> {
  const connection = new Connection(rpcUrl, 'confirmed')
  const owner = new PublicKey(address)
  if (asset.startsWith('slip44:')) return BigInt(await connection.getBalance(owner))
  const mint = new PublicKey(asset.slice('token:'.length))
  const { value } = await connection.getTokenAccountsByOwner(owner, { mint })
  return value.reduce((sum, { account }) => sum + account.data.readBigUInt64LE(amountAt), 0n)
}

/** Burns what an owner has of a token and closes its account: the rent is the owner's again. */
export async function closeTokenAccount(
  rpcUrl: string,
  { owner, mint }: { owner: Keypair; mint: string },
): Promise<void> {
  const connection = new Connection(rpcUrl, 'confirmed')
  const token = new PublicKey(mint)
  const { value } = await connection.getTokenAccountsByOwner(owner.publicKey, { mint: token })
  const [held] = value
  if (!held) throw new Error(`There is no account of ${mint} to close.`)
  const { pubkey, account } = held
  const ownerKey = { pubkey: owner.publicKey, isSigner: true, isWritable: true }
  const accountKey = { pubkey, isSigner: false, isWritable: true }
  const amount = account.data.subarray(amountAt, amountAt + 8)
  const burn = {
    keys: [accountKey, { pubkey: token, isSigner: false, isWritable: true }, ownerKey],
    data: Buffer.from([8, ...amount]),
  }
  const close = { keys: [accountKey, ownerKey, ownerKey], data: Buffer.from([9]) }
  const instructions = [burn, close].map(
    (one) => new TransactionInstruction({ programId: account.owner, ...one }),
  )
  await sendAndConfirmTransaction(connection, new Transaction().add(...instructions), [owner])
}

/** Where a token account keeps its amount: after the mint and the owner. */
const amountAt = 64
