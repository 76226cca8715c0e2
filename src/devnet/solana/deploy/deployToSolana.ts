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
import { rejectPublishedKeys } from '../../plan/keys.ts'
import { closeWebSocket } from '../node/startSolanaNode.ts'
import { type EscrowSetup, escrowCode, installEscrow, createProgramChain } from './installEscrow.ts'
import { sendConfirmed } from './sendConfirmed.ts'

/** Options of a deployment on a cluster. */
export type SolanaDeploymentOptions = {
  rpcUrl: string
  /** Seed of the key that pays and may upgrade the program. */
  deployerKey: Hash
  /** Seed of the key whose address becomes the program's. */
  programKey: Hash
  /** May replace the attestors; the deployer by default. */
  authority: SolanaAddress | undefined
  delaySeconds: bigint
  attestors: AttestorSet
  /** Price offered per compute unit, millionths of a lamport. */
  microLamports: bigint
  /** Transfers the upgrade authority, to nobody without `to`. Undefined leaves it. */
  handOver: { to: SolanaAddress | undefined } | undefined
}

/** What a deployment contributes to `DEPLOYMENT`. */
export type DeployedOnSolana = {
  chainId: ChainId
  genesisHash: string
  program: SolanaAddress
  /** SHA-256 of the shared object. */
  codeHash: Hex
  signers: SolanaAddress
  /** Upgrade authority; undefined when the program is immutable. */
  upgradeAuthority: SolanaAddress | undefined
  /** Whether that is the key that deployed it. */
  isAuthorityHot: boolean
  /** Number of transactions sent. */
  sent: number
}

/**
 * Deploys the escrow program on any cluster through the upgradeable loader, installs its attestors
 * and, if requested, transfers its upgrade authority, waiting for each confirmation. Skips what
 * exists, so a second call sends nothing, and resumes an interrupted deployment.
 *
 * @throws Error that names the role whose key is published, the cluster's error, or an authority or
 *   attestor of the program that differs from those given.
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

/** Signers installed before stay until the authority changes them: fail if they differ. */
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
