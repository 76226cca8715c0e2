import { type Connection, LAMPORTS_PER_SOL, PublicKey } from '@solana/web3.js'

import { getAssociatedTokenAddress } from '#chains/solana/program/addresses.ts'
import { transferSolana } from './transferSolana.ts'
import type { SolanaRole } from '../plan/solanaKeys.ts'
import { reefPlan, type SolanaPlan } from '../plan/solanaPlan.ts'

/**
 * Initial coins of each role, topped up when less than half is left. Payees get some too: an
 * account cannot be created below its rent-exempt minimum.
 */
const coins = [
  ['executor', 1_000n],
  ['solver', 60_000n],
  ['payee', 1n],
  ['feeReceiver', 1n],
] as const satisfies [SolanaRole, bigint][]

/** Whole tokens that the solver gets once. */
const inventory = [
  ['usdc', 10_000_000n],
  ['usdt', 10_000_000n],
] as const satisfies [keyof SolanaPlan['tokens'], bigint][]

/**
 * Funds the roles of the local Solana chain: coins, and the solver's inventory.
 *
 * @param plan - The devnet's by default.
 */
export async function fundSolana(
  connection: Connection,
  plan: SolanaPlan = reefPlan,
): Promise<void> {
  const { keys, tokens } = plan
  await Promise.all([...coins.map(giveCoins), ...inventory.map(stockToken)])

  async function giveCoins([role, whole]: (typeof coins)[number]): Promise<void> {
    const to = keys[role].publicKey
    const wanted = whole * BigInt(LAMPORTS_PER_SOL)
    const held = BigInt(await connection.getBalance(to))
    if (held >= wanted / 2n) return
    await transferSolana(
      connection,
      { to, transfers: [{ asset: 'sol', units: wanted - held }] },
      plan,
    )
  }

  async function stockToken([asset, whole]: (typeof inventory)[number]): Promise<void> {
    const to = keys.solver.publicKey
    const account = getAssociatedTokenAddress(to.toBase58(), tokens[asset])
    if (await connection.getAccountInfo(new PublicKey(account))) return
    const units = whole * 10n ** 6n
    await transferSolana(connection, { to, transfers: [{ asset, units }] }, plan)
  }
}
