import { type Connection, type Keypair, LAMPORTS_PER_SOL, PublicKey } from '@solana/web3.js'

import { getAssociatedTokenAddress } from '#chains/solana/program/addresses.ts'
import { type SolanaInstruction, toWebInstruction } from '#chains/solana/program/instruction.ts'
import { buildCreateTokenAccountInstruction } from '#chains/solana/program/tokenInstructions.ts'
import { buildTransferInstruction } from '#chains/solana/program/transferInstructions.ts'
import { fundSolana } from './fundSolana.ts'
import { sendSigned } from '../deploy/sendConfirmed.ts'
import { reefPlan, type SolanaPlan } from '../plan/solanaPlan.ts'
import { type SolanaToken, solanaTokenDecimals } from '../plan/mintInstructions.ts'

/** Coins the solver keeps for fees and rent while its inventory is emptied. */
const reserve = BigInt(LAMPORTS_PER_SOL)

/** Reserved for the fee of the transaction that takes the rest. */
const fee = 10_000n

/**
 * Moves the solver's inventory on the local Solana chain to the faucet, except for fees.
 *
 * @param plan - The devnet's by default.
 */
export async function drainSolanaInventory(
  connection: Connection,
  plan: SolanaPlan = reefPlan,
): Promise<void> {
  const { solver: from, faucet: to } = plan.keys
  const solver = from.publicKey
  const coins = BigInt(await connection.getBalance(solver)) - reserve - fee
  const more =
    coins > 0n
      ? [
          buildTransferInstruction({
            from: solver.toBase58(),
            to: to.publicKey.toBase58(),
            units: coins,
          }),
        ]
      : []
  await moveTokens(connection, { from, to, more, plan })
}

/**
 * Returns what {@link drainSolanaInventory} took.
 *
 * @param plan - The devnet's by default.
 */
export async function restoreSolanaInventory(
  connection: Connection,
  plan: SolanaPlan = reefPlan,
): Promise<void> {
  const { faucet: from, solver: to } = plan.keys
  await moveTokens(connection, { from, to, more: [], plan })
  await fundSolana(connection, plan)
}

/** Moves all tokens of one key to another, in one transaction. */
async function moveTokens(
  connection: Connection,
  move: { from: Keypair; to: Keypair; more: SolanaInstruction[]; plan: SolanaPlan },
): Promise<void> {
  const [from, to] = [move.from.publicKey.toBase58(), move.to.publicKey.toBase58()]
  const { usdc, usdt } = move.plan.tokens
  const transfers = await Promise.all(
    [usdc, usdt].map(async (token) => {
      const units = await readUnits(connection, { owner: from, token })
      if (units === 0n) return []
      return [
        buildCreateTokenAccountInstruction({ owner: to, ...token }, { payer: from }),
        buildTransferInstruction({
          from,
          to: getAssociatedTokenAddress(to, token),
          units,
          token: { ...token, decimals: solanaTokenDecimals },
        }),
      ]
    }),
  )
  const instructions = [...transfers.flat(), ...move.more].map(toWebInstruction)
  if (instructions.length > 0) await sendSigned(connection, { signers: [move.from], instructions })
}

async function readUnits(
  connection: Connection,
  { owner, token }: { owner: string; token: SolanaToken },
): Promise<bigint> {
  const account = new PublicKey(getAssociatedTokenAddress(owner, token))
  if (!(await connection.getAccountInfo(account))) return 0n
  const { value } = await connection.getTokenAccountBalance(account)
  return BigInt(value.amount)
}
