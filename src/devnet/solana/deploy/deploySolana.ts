import { type Connection, LAMPORTS_PER_SOL, PublicKey, SystemProgram } from '@solana/web3.js'

import { toWebInstruction } from '#chains/solana/program/instruction.ts'
import { initializeMint, mintSpace, solanaTokenDecimals } from '../plan/mintInstructions.ts'
import { sendSigned } from './sendConfirmed.ts'
import { reefPlan, type SolanaPlan } from '../plan/solanaPlan.ts'

/** Minimum balance of the deployer, for what it creates and mints. */
const deployerLamports = 10_000 * LAMPORTS_PER_SOL

/**
 * Creates what is missing on a local Solana chain: the deployer's coins, and mints with known keys.
 *
 * @param plan - The devnet's by default.
 */
export async function deploySolana(
  connection: Connection,
  { keys: { deployer }, tokens, mintKeys }: SolanaPlan = reefPlan,
): Promise<void> {
  if ((await connection.getBalance(deployer.publicKey)) < deployerLamports / 2)
    await connection.requestAirdrop(deployer.publicKey, deployerLamports)
  const mints = Object.values(tokens).flatMap((token) => {
    const key = mintKeys.find(({ publicKey }) => publicKey.toBase58() === token.mint)
    return key ? [{ token, key }] : []
  })
  if (mints.length === 0) return
  const accounts = await connection.getMultipleAccountsInfo(mints.map(({ key }) => key.publicKey))
  const missing = mints.filter((_, index) => !accounts[index])
  if (missing.length === 0) return
  const lamports = await connection.getMinimumBalanceForRentExemption(mintSpace)
  const payer = deployer.publicKey
  const authority = payer.toBase58()
  await sendSigned(connection, {
    signers: [deployer, ...missing.map(({ key }) => key)],
    instructions: missing.flatMap(({ token }) => [
      SystemProgram.createAccount({
        fromPubkey: payer,
        newAccountPubkey: new PublicKey(token.mint),
        lamports,
        space: mintSpace,
        programId: new PublicKey(token.tokenProgram),
      }),
      toWebInstruction(initializeMint(token, { decimals: solanaTokenDecimals, authority })),
    ]),
  })
}
