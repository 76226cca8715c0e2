import { type Connection, LAMPORTS_PER_SOL, SystemProgram } from '@solana/web3.js'

import { sendSigned } from './sendSigned.ts'
import { solanaKey, type SolanaMint } from './solanaKeys.ts'
import { solanaTokenDecimals, solanaTokens } from './solanaTokens.ts'
import { initializeMint, mintSpace } from './splToken.ts'

/** What the deployer has at least, for what it makes and mints. */
const deployerLamports = 10_000 * LAMPORTS_PER_SOL

const mints: readonly SolanaMint[] = ['usdc', 'usdt', 'token2022']

/** Makes on a local Solana chain what is missing: the deployer's coins and the mints. */
export async function deploySolana(connection: Connection): Promise<void> {
  const deployer = solanaKey('deployer')
  if ((await connection.getBalance(deployer.publicKey)) < deployerLamports / 2)
    await connection.requestAirdrop(deployer.publicKey, deployerLamports)
  const accounts = await connection.getMultipleAccountsInfo(
    mints.map((name) => solanaTokens[name].mint),
  )
  const missing = mints.filter((_, index) => !accounts[index])
  if (missing.length === 0) return
  const lamports = await connection.getMinimumBalanceForRentExemption(mintSpace)
  const payer = deployer.publicKey
  await sendSigned(connection, {
    signers: [deployer, ...missing.map(solanaKey)],
    instructions: missing.flatMap((name) => {
      const token = solanaTokens[name]
      return [
        SystemProgram.createAccount({
          fromPubkey: payer,
          newAccountPubkey: token.mint,
          lamports,
          space: mintSpace,
          programId: token.program,
        }),
        initializeMint(token, { decimals: solanaTokenDecimals, authority: payer }),
      ]
    }),
  })
}
