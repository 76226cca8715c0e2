import { Connection, PublicKey } from '@solana/web3.js'
import type { Chain } from './service.ts'

/**
 * Reads from its cluster's node what an address holds of one asset (`slip44:…` or `token:…`), in its
 * smallest unit; of a token over all of its token accounts.
 */
export async function readSolanaAmount(
  { rpcUrl }: Chain,
  { address, asset }: { address: string; asset: string },
): Promise<bigint> {
  const connection = new Connection(rpcUrl, 'confirmed')
  const owner = new PublicKey(address)
  if (asset.startsWith('slip44:')) return BigInt(await connection.getBalance(owner))
  const mint = new PublicKey(asset.slice('token:'.length))
  const { value } = await connection.getTokenAccountsByOwner(owner, { mint })
  return value.reduce((sum, { account }) => sum + account.data.readBigUInt64LE(amountAt), 0n)
}

/** Where a token account keeps its amount: after the mint and the owner. */
const amountAt = 64
