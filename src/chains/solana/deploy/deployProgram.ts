import { sha256 } from '@noble/hashes/sha2.js'
import {
  Keypair,
  type PublicKey,
  SystemProgram,
  type TransactionInstruction,
} from '@solana/web3.js'

import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { joinBytes } from '../program/bytes.ts'
import {
  buildDeployInstruction,
  buildInitializeBufferInstruction,
  loader,
  type LoaderAccounts,
  getProgramDataKey,
  buildSetAuthorityInstruction,
  buildUpgradeInstruction,
  buildWriteBufferInstruction,
} from './loaderInstructions.ts'
import { decodeProgramData, type ProgramData } from '../program/state.ts'

/** Chain access that a deployment needs; web3.js's `Connection` has the last two methods. */
export type ProgramChain = {
  /** Sends one transaction and waits until it is confirmed; the first signer pays. */
  send(options: {
    signers: readonly Keypair[]
    instructions: TransactionInstruction[]
  }): Promise<unknown>
  getAccountInfo(key: PublicKey): Promise<{ owner: PublicKey; data: Uint8Array } | null>
  getMinimumBalanceForRentExemption(bytes: number): Promise<number>
}

/** Keys of a deployment. */
export type DeploymentKeys = {
  /** Pays, and gets back the rent of temporary accounts. */
  payer: Keypair
  /** Its address becomes the program's. */
  program: Keypair
  /** Upgrade authority: may replace the program later. */
  authority: Keypair
}

/** Bytes of code per transaction, next to signatures and addresses. */
const pieceBytes = 900
/** Writes in flight at once. */
const piecesAtOnce = 8
/** Room for a longer successor: a multiple of the code's length. */
const growthBytes = 2

/**
 * Deploys a program through the upgradeable loader, or upgrades it; does nothing when the same code
 * is deployed already, whoever its upgrade authority is. Then reads back what the chain runs.
 * Resumes an earlier call that did not finish.
 *
 * @param bytes - The shared object.
 * @throws Error when the authority may not upgrade the existing program, or the chain afterwards
 *   holds other code or another authority.
 */
export async function deployProgram(
  chain: ProgramChain,
  keys: DeploymentKeys,
  bytes: Uint8Array,
): Promise<'made' | 'replaced' | 'there already'> {
  const held = await readProgram(chain, keys.program.publicKey)
  if (held && isSameCode(held.code, bytes)) return 'there already'
  if (held) requireAuthority(held, keys)
  const buffer = getBufferKey(keys, bytes)
  const accounts = {
    payer: keys.payer.publicKey,
    program: keys.program.publicKey,
    authority: keys.authority.publicKey,
    buffer: buffer.publicKey,
  }
  await writeBuffer(chain, { keys, accounts, buffer, bytes })
  const { payer, program, authority } = keys
  if (held) {
    const instructions = [buildUpgradeInstruction(accounts)]
    await chain.send({ signers: [payer, authority], instructions })
  } else {
    const instructions = [
      await createAccount(chain, { ...accounts, account: program.publicKey }, loader.programBytes),
      buildDeployInstruction(accounts, bytes.length * growthBytes),
    ]
    await chain.send({ signers: [payer, program, authority], instructions })
  }
  await requireDeployed(chain, keys, bytes)
  return held ? 'replaced' : 'made'
}

/**
 * Transfers a program's upgrade authority, unless `next` holds it already.
 *
 * @param next - The new authority, which need not sign; undefined makes the program immutable.
 * @throws Error when there is no program, or its authority is another key.
 */
export async function handOverProgram(
  chain: ProgramChain,
  keys: DeploymentKeys,
  next: PublicKey | undefined,
): Promise<void> {
  const held = await requireProgram(chain, keys.program.publicKey)
  if (held.authority === next?.toBase58()) return
  requireAuthority(held, keys)
  const { payer, program, authority } = keys
  const accounts = { program: program.publicKey, authority: authority.publicKey }
  const instructions = [buildSetAuthorityInstruction(accounts, next)]
  await chain.send({ signers: [payer, authority], instructions })
}

/** Reads the upgrade authority; undefined: immutable. @throws Error when there is no program. */
export async function readUpgradeAuthority(
  chain: Pick<ProgramChain, 'getAccountInfo'>,
  program: PublicKey,
): Promise<SolanaAddress | undefined> {
  return (await requireProgram(chain, program)).authority
}

async function requireDeployed(
  chain: ProgramChain,
  keys: DeploymentKeys,
  bytes: Uint8Array,
): Promise<void> {
  const made = await readProgram(chain, keys.program.publicKey)
  if (!made || !isSameCode(made.code, bytes)) {
    const address = keys.program.publicKey.toBase58()
    throw new Error(`The code of program ${address} is not the one that was deployed.`)
  }
  requireAuthority(made, keys)
}

function requireAuthority(
  { authority }: ProgramData,
  keys: Pick<DeploymentKeys, 'program' | 'authority'>,
): void {
  if (authority === keys.authority.publicKey.toBase58()) return
  const address = keys.program.publicKey.toBase58()
  const why = authority === undefined ? 'is final: nobody' : `obeys ${authority}: no other key`
  throw new Error(`The program ${address} ${why} may replace it or hand that over.`)
}

async function requireProgram(
  chain: Pick<ProgramChain, 'getAccountInfo'>,
  program: PublicKey,
): Promise<ProgramData> {
  const held = await readProgram(chain, program)
  if (!held) throw new Error(`There is no program at ${program.toBase58()}.`)
  return held
}

/** Code and upgrade authority of the program at an address. */
async function readProgram(
  chain: Pick<ProgramChain, 'getAccountInfo'>,
  program: PublicKey,
): Promise<ProgramData | undefined> {
  const account = await chain.getAccountInfo(getProgramDataKey(program))
  return account?.owner.equals(loader.program) ? decodeProgramData(account.data) : undefined
}

/** The code is followed by zeros, the room for longer successors. */
function isSameCode(held: Uint8Array, bytes: Uint8Array): boolean {
  const code = held.subarray(0, bytes.length)
  const rest = held.subarray(bytes.length)
  return Buffer.compare(code, bytes) === 0 && rest.every((byte) => byte === 0)
}

async function writeBuffer(
  chain: ProgramChain,
  {
    keys,
    accounts,
    buffer,
    bytes,
  }: { keys: DeploymentKeys; accounts: LoaderAccounts; buffer: Keypair; bytes: Uint8Array },
): Promise<void> {
  const size = loader.bufferHeaderBytes + bytes.length
  const begun = await chain.getAccountInfo(buffer.publicKey)
  const written = begun?.data.length === size ? begun.data.subarray(loader.bufferHeaderBytes) : null
  if (!written)
    await chain.send({
      signers: [keys.payer, buffer],
      instructions: [
        await createAccount(chain, { ...accounts, account: buffer.publicKey }, size),
        buildInitializeBufferInstruction(accounts),
      ],
    })
  const offsets = Array.from(
    { length: Math.ceil(bytes.length / pieceBytes) },
    (_, index) => index * pieceBytes,
  ).filter((offset) => !written || !isSamePiece(offset, { written, bytes }))
  for (let first = 0; first < offsets.length; first += piecesAtOnce) {
    const pieces = offsets.slice(first, first + piecesAtOnce).map((offset) =>
      chain.send({
        signers: [keys.payer, keys.authority],
        instructions: [
          buildWriteBufferInstruction(accounts, {
            offset,
            bytes: bytes.subarray(offset, offset + pieceBytes),
          }),
        ],
      }),
    )
    await Promise.all(pieces)
  }
}

/** Same code and keys give the same buffer, so that an interrupted deployment resumes. */
function getBufferKey({ program, authority }: DeploymentKeys, bytes: Uint8Array): Keypair {
  return Keypair.fromSeed(
    sha256(joinBytes([authority.secretKey, program.publicKey.toBytes(), bytes])),
  )
}

function isSamePiece(
  offset: number,
  { written, bytes }: { written: Uint8Array; bytes: Uint8Array },
): boolean {
  const end = offset + pieceBytes
  return Buffer.compare(written.subarray(offset, end), bytes.subarray(offset, end)) === 0
}

async function createAccount(
  chain: ProgramChain,
  { payer, account }: { payer: PublicKey; account: PublicKey },
  space: number,
): Promise<TransactionInstruction> {
  return SystemProgram.createAccount({
    fromPubkey: payer,
    newAccountPubkey: account,
    lamports: await chain.getMinimumBalanceForRentExemption(space),
    space,
    programId: loader.program,
  })
}
