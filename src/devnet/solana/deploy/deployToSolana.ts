import { createHash } from 'node:crypto'

import { Connection, Keypair, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { hexToBytes } from 'viem'

import { getSignersAddress } from '#chains/solana/program/addresses.ts'
import { handOverProgram, readUpgradeAuthority } from '#chains/solana/deploy/deployProgram.ts'
import type { AttestorSet } from '#chains/solana/program/signersInstructions.ts'
import { decodeSigners } from '#chains/solana/program/state.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { ChainId, SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import { rejectPublishedKeys } from '../../deploy/rejectPublishedKeys.ts'
import { closeWebSocket } from '../node/closeWebSocket.ts'
import { type EscrowSetup, escrowCode, installEscrow, createProgramChain } from './installEscrow.ts'
import { sendConfirmed } from './sendConfirmed.ts'

/** What a deployment on a cluster is made with. */
export type SolanaDeploymentOptions = {
  rpcUrl: string
  /** Seed of who pays and may replace the program. */
  deployerKey: Hash
  /** Seed of the key whose address becomes the program's. */
  programKey: Hash
  /** Who may replace the attestors; the deployer unless given. */
  authority: SolanaAddress | undefined
  delaySeconds: bigint
  attestors: AttestorSet
  /** Millionths of a lamport that are offered for a compute unit. */
  microLamports: bigint
  /** Who gets the right to replace the program: nobody without `to`. It stays when undefined. */
  handOver: { to: SolanaAddress | undefined } | undefined
}

/** What stands on a cluster: the parts of `DEPLOYMENT` that a deployment decides. */
export type DeployedOnSolana = {
  chainId: ChainId
  genesisHash: string
  program: SolanaAddress
  /** Sha-256 of the shared object. */
  codeHash: Hex
  signers: SolanaAddress
  /** May replace the program; undefined: it is final. */
  upgradeAuthority: SolanaAddress | undefined
  /** Whether that is the key that deployed it. */
  isAuthorityHot: boolean
  /** Transactions that it took. */
  sent: number
}

/**
 * Brings the escrow program to any cluster through the upgradeable loader, installs its attestors and,
 * when asked to, hands the right to replace it over,
 * waiting for each transaction to be confirmed; what stands already is left alone, so a second call
 * sends nothing, and one after a call that broke off goes on where that one ended.
 *
 * @throws Error that names the role whose key is published, what the cluster refused, or that the
 *   program obeys others than those that are given.
 */
export async function deployToSolana(order: SolanaDeploymentOptions): Promise<DeployedOnSolana> {
  const connection = new Connection(order.rpcUrl, 'confirmed')
  try {
    return await deploy(connection, order)
  } finally {
    closeWebSocket(connection)
  }
}

async function deploy(
  connection: Connection,
  order: SolanaDeploymentOptions,
): Promise<DeployedOnSolana> {
  const genesisHash = await connection.getGenesisHash()
  const chainId: ChainId = `solana:${genesisHash.slice(0, 32)}`
  const { attestors, delaySeconds, microLamports, handOver } = order
  const [deployer, program] = [toKeypair(order.deployerKey), toKeypair(order.programKey)]
  const authority = order.authority ?? deployer.publicKey.toBase58()
  rejectPublishedKeys(
    { name: chainId, isDevnet: genesisHash === devnetSolana.genesisHash },
    {
      deployer: [deployer.publicKey.toBase58()],
      program: [program.publicKey.toBase58()],
      authority: [authority],
      attestor: attestors.keys,
      'upgrade authority': handOver?.to === undefined ? [] : [handOver.to],
    },
  )
  let sent = 0
  async function send(step: {
    signers: readonly Keypair[]
    instructions: TransactionInstruction[]
  }) {
    await sendConfirmed(connection, { ...step, microLamports })
    sent += 1
  }
  const setup = { chainId, deployer, program, authority, delaySeconds, attestors }
  await installEscrow(connection, send, setup)
  const signers = await requireSigners(connection, setup)
  const chain = createProgramChain(connection, send)
  if (handOver) {
    const { to } = handOver
    const keys = { payer: deployer, program, authority: deployer }
    await handOverProgram(chain, keys, to === undefined ? undefined : new PublicKey(to))
  }
  const upgradeAuthority = await readUpgradeAuthority(chain, program.publicKey)
  return {
    chainId,
    genesisHash,
    program: program.publicKey.toBase58(),
    codeHash: `0x${createHash('sha256').update(escrowCode).digest('hex')}`,
    signers,
    upgradeAuthority,
    isAuthorityHot: upgradeAuthority === deployer.publicKey.toBase58(),
    sent,
  }
}

/** Whoever was installed before stays, until the authority changes it: said, not passed over. */
async function requireSigners(connection: Connection, setup: EscrowSetup): Promise<SolanaAddress> {
  const program = setup.program.publicKey.toBase58()
  const address = getSignersAddress(program)
  const account = await connection.getAccountInfo(new PublicKey(address))
  const held = account && decodeSigners(account.data)
  if (!held) throw new Error(`The program ${program} has no signers.`)
  const { keys, threshold } = setup.attestors
  const isSame =
    held.authority === setup.authority &&
    held.delay === setup.delaySeconds &&
    held.installed.threshold === threshold &&
    held.installed.keys.toSorted().join() === keys.toSorted().join()
  if (!isSame)
    throw new Error(
      `The program ${program} obeys others: ${held.authority} may replace the attestors ${held.installed.keys.join(', ')}, ${held.installed.threshold} of whom sign, after ${held.delay} s.`,
    )
  return address
}

function toKeypair(seed: Hash): Keypair {
  return Keypair.fromSeed(hexToBytes(seed))
}
