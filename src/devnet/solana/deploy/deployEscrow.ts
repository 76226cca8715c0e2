import type { Connection } from '@solana/web3.js'

import { signersDelaySeconds } from '../../plan/localPlan.ts'
import { installEscrow } from './installEscrow.ts'
import { sendSigned } from './sendSigned.ts'
import { reefPlan, type SolanaPlan } from '../plan/solanaPlan.ts'

/**
 * Brings the escrow program to a local Solana cluster and installs its attestor; does what is missing
 * and replaces an older version. The deployer must have coins.
 *
 * @param plan - The devnet's unless given.
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
