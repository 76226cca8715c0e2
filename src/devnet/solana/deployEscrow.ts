import { setTimeout as wait } from 'node:timers/promises'

import { type Connection, PublicKey } from '@solana/web3.js'

import { signersAddress } from '#chains/solana/program/addresses.ts'
import { deployProgram } from '#chains/solana/program/deployProgram.ts'
import { installInstruction } from '#chains/solana/program/signersInstructions.ts'
import { toWebInstruction } from '#chains/solana/program/webInstruction.ts'
import { escrowProgramBase64 } from '#contracts/solana/escrowProgram.ts'
import { devnetSolana } from '#networks/devnetSolana.ts'
import { hashChain } from '#protocol/solanaOrder.ts'
import { signersDelaySeconds } from '../localPlan.ts'
import { sendSigned } from './sendSigned.ts'
import { solanaKey } from './solanaKeys.ts'

const slotPollMs = 50

/**
 * Brings the escrow program to the local Solana chain and installs its attestor; does what is missing
 * and replaces an older version. The deployer must have coins.
 *
 * @throws Error when the chain afterwards runs other code than ours.
 */
export async function deployEscrow(connection: Connection): Promise<void> {
  const deployer = solanaKey('deployer')
  const chain = {
    send: (options: Parameters<typeof sendSigned>[1]) => sendSigned(connection, options),
    getAccountInfo: (key: PublicKey) => connection.getAccountInfo(key),
    getMinimumBalanceForRentExemption: (bytes: number) =>
      connection.getMinimumBalanceForRentExemption(bytes),
  }
  const keys = { payer: deployer, program: solanaKey('program'), authority: deployer }
  const code = Buffer.from(escrowProgramBase64, 'base64')
  const outcome = await deployProgram(chain, keys, code)
  if (outcome !== 'there already') await nextSlot(connection)
  const { chainId, program, authority, roles } = devnetSolana
  if (await connection.getAccountInfo(new PublicKey(signersAddress(program)))) return
  const installation = installInstruction(
    {
      chain: hashChain(chainId),
      authority,
      delay: signersDelaySeconds,
      attestors: { keys: [roles.attestor], threshold: 1 },
    },
    { program, upgradeAuthority: roles.deployer, rentPayer: roles.deployer },
  )
  await sendSigned(connection, {
    signers: [deployer],
    instructions: [toWebInstruction(installation)],
  })
}

/** A program runs from the slot on that follows its deployment. */
async function nextSlot(connection: Connection): Promise<void> {
  const made = await connection.getSlot('processed')
  while ((await connection.getSlot('processed')) <= made) await wait(slotPollMs)
}
