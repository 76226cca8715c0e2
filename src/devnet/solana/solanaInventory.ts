import { type Connection, LAMPORTS_PER_SOL, PublicKey } from '@solana/web3.js'

import { associatedTokenAddress } from '#chains/solana/program/addresses.ts'
import type { SolanaInstruction } from '#chains/solana/program/instruction.ts'
import { createTokenAccountInstruction } from '#chains/solana/program/tokenInstructions.ts'
import { transferInstruction } from '#chains/solana/program/transferInstructions.ts'
import { toWebInstruction } from '#chains/solana/program/webInstruction.ts'
import { fundSolana } from './fundSolana.ts'
import { sendSigned } from './sendSigned.ts'
import { solanaKey } from './solanaKeys.ts'
import { type SolanaToken, solanaTokenDecimals, solanaTokens } from './solanaTokens.ts'

/** What the solver keeps while its inventory is empty: enough for fees and rent. */
const kept = BigInt(LAMPORTS_PER_SOL)

/** Room for the fee of the transaction that takes the rest. */
const fee = 10_000n

const tokens = [solanaTokens.usdc, solanaTokens.usdt]

/** Takes what the solver has on the local Solana chain away, but for fees; the faucet keeps it. */
export async function takeSolanaInventory(connection: Connection): Promise<void> {
  const solver = solanaKey('solver').publicKey
  const coins = BigInt(await connection.getBalance(solver)) - kept - fee
  const to = solanaKey('faucet').publicKey.toBase58()
  const from = solver.toBase58()
  const coinTransfer = coins > 0n ? [transferInstruction({ from, to, units: coins })] : []
  await moveTokens(connection, { from: 'solver', to: 'faucet', more: coinTransfer })
}

/** Gives back what {@link takeSolanaInventory} took. */
export async function returnSolanaInventory(connection: Connection): Promise<void> {
  await moveTokens(connection, { from: 'faucet', to: 'solver', more: [] })
  await fundSolana(connection)
}

/** Moves all the tokens that one holds to the other, in one transaction. */
async function moveTokens(
  connection: Connection,
  move: { from: 'solver' | 'faucet'; to: 'solver' | 'faucet'; more: SolanaInstruction[] },
): Promise<void> {
  const sender = solanaKey(move.from)
  const [from, to] = [sender.publicKey.toBase58(), solanaKey(move.to).publicKey.toBase58()]
  const transfers = await Promise.all(
    tokens.map(async (token) => {
      const units = await unitsOf(connection, { owner: from, token })
      if (units === 0n) return []
      return [
        createTokenAccountInstruction({ owner: to, ...token }, { payer: from }),
        transferInstruction({
          from,
          to: associatedTokenAddress(to, token),
          units,
          token: { ...token, decimals: solanaTokenDecimals },
        }),
      ]
    }),
  )
  const instructions = [...transfers.flat(), ...move.more].map(toWebInstruction)
  if (instructions.length > 0) await sendSigned(connection, { signers: [sender], instructions })
}

async function unitsOf(
  connection: Connection,
  { owner, token }: { owner: string; token: SolanaToken },
): Promise<bigint> {
  const account = new PublicKey(associatedTokenAddress(owner, token))
  if (!(await connection.getAccountInfo(account))) return 0n
  const { value } = await connection.getTokenAccountBalance(account)
  return BigInt(value.amount)
}
