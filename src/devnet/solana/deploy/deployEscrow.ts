import type { Connection } from '@solana/web3.js'

import { signersDelaySeconds } from '../../plan/localPlan.ts'
import { installEscrow } from './installEscrow.ts'
import { sendSigned } from './sendSigned.ts'
import { reefPlan, type SolanaPlan } from '../plan/solanaPlan.ts'

/**
 * Deploys the escrow program on a local Solana cluster and installs its attestor; skips what exists
 * and upgrades an older version. The deployer must have coins.
 *
 * @param plan - The devnet's by default.
 * @throws Error when the chain afterwards runs other code than ours.
 */
export async function deployEscrow(
  connection: Connection,
  { chainId, keys }: SolanaPlan = reefPlan,
): Promise<void> {
  const { deployer, program, authority, attestor } = keys
  await installEscrow(connection, (step) => sendSigned(connection, step), {
    chainId,
    deployer,
    program,
    authority: authority.publicKey.toBase58(),
    delaySeconds: signersDelaySeconds,
    attestors: { keys: [attestor.publicKey.toBase58()], threshold: 1 },
  })
}
