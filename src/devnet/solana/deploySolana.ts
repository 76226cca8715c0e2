import { type Connection, LAMPORTS_PER_SOL, PublicKey, SystemProgram } from '@solana/web3.js'

import { toWebInstruction } from '#chains/solana/program/webInstruction.ts'
import { initializeMint, mintSpace } from './mintInstructions.ts'
import { sendSigned } from './sendSigned.ts'
import { solanaKey, type SolanaMint } from './solanaKeys.ts'
import { solanaTokenDecimals, solanaTokens } from './solanaTokens.ts'

/** What the deployer has at least, for what it makes and mints. */
const deployerLamports = 10_000 * LAMPORTS_PER_SOL

const mints: readonly SolanaMint[] = ['usdc', 'usdt', 'token2022']

/** Makes on a local Solana chain what is missing: the deployer's coins and the mints. */
export async function deploySolana(connection: Connection): Promise<void> {
  const deployer = solanaKey('deployer')
  if ((await connection.getBalance(deployer.publicKey)) < deployerLamports / 2)
    await connection.requestAirdrop(deployer.publicKey, deployerLamports)
  const accounts = await connection.getMultipleAccountsInfo(
    mints.map((name) => solanaKey(name).publicKey),
  )
  const missing = mints.filter((_, index) => !accounts[index])
  if (missing.length === 0) return
  const lamports = await connection.getMinimumBalanceForRentExemption(mintSpace)
  const payer = deployer.publicKey
  const authority = payer.toBase58()
  await sendSigned(connection, {
    signers: [deployer, ...missing.map(solanaKey)],
    instructions: missing.flatMap((name) => {
      const token = solanaTokens[name]
      return [
        SystemProgram.createAccount({
          fromPubkey: payer,
          newAccountPubkey: new PublicKey(token.mint),
          lamports,
          space: mintSpace,
          programId: new PublicKey(token.tokenProgram),
        }),
        toWebInstruction(initializeMint(token, { decimals: solanaTokenDecimals, authority })),
      ]
    }),
  })
}
