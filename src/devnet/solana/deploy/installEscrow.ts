import { setTimeout as wait } from 'node:timers/promises'

import { type Connection, type Keypair, PublicKey } from '@solana/web3.js'

import { getSignersAddress } from '#chains/solana/program/addresses.ts'
import { deployProgram, type ProgramChain } from '#chains/solana/deploy/deployProgram.ts'
import {
  type AttestorSet,
  buildInstallInstruction,
} from '#chains/solana/program/signersInstructions.ts'
import { toWebInstruction } from '#chains/solana/program/instruction.ts'
import { escrowProgramBase64 } from '#contracts/solana/escrowProgram.ts'
import type { ChainId, SolanaAddress } from '#protocol/ids/caip.ts'
import { hashChain } from '#protocol/orders/solanaOrder.ts'

const slotPollMs = 50

/** Settings of a cluster's escrow program. */
export type EscrowSetup = {
  chainId: ChainId
  /** Pays, and may upgrade the program later. It has coins. */
  deployer: Keypair
  /** Its address becomes the program's. */
  program: Keypair
  /** May replace the attestors. */
  authority: SolanaAddress
  /** Seconds between announcing and installing other attestors. */
  delaySeconds: bigint
  attestors: AttestorSet
}

/** The program's shared object. */
export const escrowCode: Uint8Array = Buffer.from(escrowProgramBase64, 'base64')

/**
 * Deploys the escrow program on a cluster and installs its attestors; skips what exists and
 * upgrades an older version. Installed attestors stay.
 *
 * @param connection - Commitment `confirmed`.
 * @param send - Sends one transaction and waits until it is confirmed; the first signer pays.
 * @throws Error when the cluster afterwards runs other code than ours.
 */
export async function installEscrow(
  connection: Connection,
  send: ProgramChain['send'],
  setup: EscrowSetup,
): Promise<void> {
  const { deployer, program } = setup
  const chain = createProgramChain(connection, send)
  const keys = { payer: deployer, program, authority: deployer }
  const outcome = await deployProgram(chain, keys, escrowCode)
  if (outcome !== 'there already') await waitForNextSlot(connection)
  const [address, payer] = [program.publicKey.toBase58(), deployer.publicKey.toBase58()]
  if (await connection.getAccountInfo(new PublicKey(getSignersAddress(address)))) return
  const { chainId, authority, delaySeconds, attestors } = setup
  const installation = buildInstallInstruction(
    { chain: hashChain(chainId), authority, delay: delaySeconds, attestors },
    { program: address, upgradeAuthority: payer, rentPayer: payer },
  )
  await send({ signers: [deployer], instructions: [toWebInstruction(installation)] })
}

/** A cluster as deployments access it. @param send - As in {@link installEscrow}. */
export function createProgramChain(
  connection: Connection,
  send: ProgramChain['send'],
): ProgramChain {
  return {
    send,
    getAccountInfo: (key) => connection.getAccountInfo(key),
    getMinimumBalanceForRentExemption: (bytes) =>
      connection.getMinimumBalanceForRentExemption(bytes),
  }
}

/** A program is callable from the slot after its deployment. */
async function waitForNextSlot(connection: Connection): Promise<void> {
  const made = await connection.getSlot('confirmed')
  while ((await connection.getSlot('confirmed')) <= made) await wait(slotPollMs)
}
