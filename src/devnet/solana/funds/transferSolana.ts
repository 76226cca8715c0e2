import { randomUUID } from 'node:crypto'

import type { Connection, PublicKey } from '@solana/web3.js'

import { type SolanaInstruction, toWebInstruction } from '#chains/solana/program/instruction.ts'
import { buildCreateTokenAccountInstruction } from '#chains/solana/program/tokenInstructions.ts'
import { mintTo } from '../plan/mintInstructions.ts'
import { sendSigned } from '../deploy/sendConfirmed.ts'
import type { SolanaMint } from '../plan/solanaKeys.ts'
import { reefPlan, type SolanaPlan } from '../plan/solanaPlan.ts'

const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

/** Amount to transfer: lamports, or smallest units of a token. */
export type SolanaTransfer = { asset: 'sol' | SolanaMint; units: bigint }

/**
 * Transfers assets of the local Solana chain: coins of the faucet, and tokens that the deployer
 * mints. Creates the owner's token account when missing.
 *
 * @param plan - The devnet's by default.
 * @returns The signature of each transfer's transaction; all have landed.
 */
export async function transferSolana(
  connection: Connection,
  options: { to: PublicKey; transfers: readonly SolanaTransfer[] },
  plan: SolanaPlan = reefPlan,
): Promise<string[]> {
  const { to, transfers } = options
  return Promise.all(transfers.map((transfer) => sendTransfer(connection, { to, transfer, plan })))
}

function sendTransfer(
  connection: Connection,
  {
    to,
    transfer: { asset, units },
    plan,
  }: { to: PublicKey; transfer: SolanaTransfer; plan: SolanaPlan },
): Promise<string> {
  if (asset === 'sol') return connection.requestAirdrop(to, Number(units))
  const token = plan.tokens[asset]
  if (!token) throw new Error(`${plan.name} has no ${asset}.`)
  const { deployer } = plan.keys
  const [owner, authority] = [to.toBase58(), deployer.publicKey.toBase58()]
  return sendSigned(connection, {
    signers: [deployer],
    instructions: [
      buildCreateTokenAccountInstruction({ owner, ...token }, { payer: authority }),
      mintTo(token, { owner, authority, units }),
      buildMemo(),
    ].map(toWebInstruction),
  })
}

/** Makes equal transfers within one slot distinct transactions. */
function buildMemo(): SolanaInstruction {
  return { programId: memoProgram, accounts: [], data: Buffer.from(`faucet ${randomUUID()}`) }
}
