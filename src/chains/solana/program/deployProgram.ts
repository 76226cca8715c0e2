import { sha256 } from '@noble/hashes/sha2.js'
import {
  Keypair,
  type PublicKey,
  SystemProgram,
  type TransactionInstruction,
} from '@solana/web3.js'

import { encodeBase58 } from '#protocol/base58.ts'
import { joinBytes } from './bytes.ts'
import {
  deployInstruction,
  initializeBufferInstruction,
  loader,
  type LoaderAccounts,
  programDataOf,
  upgradeInstruction,
  writeBufferInstruction,
} from './loaderInstructions.ts'

/** What a deployment needs of a chain; web3.js' `Connection` has the last two. */
export type ProgramChain = {
  /** Sends one transaction and waits until it is confirmed; the first signer pays. */
  send(options: {
    signers: readonly Keypair[]
    instructions: TransactionInstruction[]
  }): Promise<unknown>
  getAccountInfo(key: PublicKey): Promise<{ owner: PublicKey; data: Uint8Array } | null>
  getMinimumBalanceForRentExemption(bytes: number): Promise<number>
}

/** The keys of a deployment. */
export type DeploymentKeys = {
  /** Pays, and gets back the rent of what is only needed meanwhile. */
  payer: Keypair
  /** Its address becomes the program's. */
  program: Keypair
  /** May replace the program later. */
  authority: Keypair
}

/** Code per transaction: what fits beside signatures and addresses. */
const pieceBytes = 900
/** Pieces that are under way at once. */
const piecesAtOnce = 8
/** Room that a program is given for longer successors. */
const growth = 2

/**
 * Brings a program to a chain through the upgradeable loader: makes it, replaces another version of
 * it, or leaves it when it is there already. Then reads back what the chain runs. What a call before
 * this one has written, when it did not come to its end, is used.
 *
 * @param bytes the shared object.
 * @throws Error when the chain afterwards holds other code or another authority.
 */
export async function deployProgram(
  chain: ProgramChain,
  keys: DeploymentKeys,
  bytes: Uint8Array,
): Promise<'made' | 'replaced' | 'there already'> {
  const held = await readProgram(chain, keys.program.publicKey)
  if (
    held &&
    isSameCode(held.code, bytes) &&
    held.authority === keys.authority.publicKey.toBase58()
  )
    return 'there already'
  const buffer = bufferKey(keys, bytes)
  const accounts = {
    payer: keys.payer.publicKey,
    program: keys.program.publicKey,
    authority: keys.authority.publicKey,
    buffer: buffer.publicKey,
  }
  await writeBuffer(chain, { keys, accounts, buffer, bytes })
  const { payer, program, authority } = keys
  if (held) {
    const instructions = [upgradeInstruction(accounts)]
    await chain.send({ signers: [payer, authority], instructions })
  } else {
    const instructions = [
      await createAccount(chain, { ...accounts, account: program.publicKey }, loader.programBytes),
      deployInstruction(accounts, bytes.length * growth),
    ]
    await chain.send({ signers: [payer, program, authority], instructions })
  }
  await requireDeployed(chain, keys, bytes)
  return held ? 'replaced' : 'made'
}

async function requireDeployed(
  chain: ProgramChain,
  keys: DeploymentKeys,
  bytes: Uint8Array,
): Promise<void> {
  const address = keys.program.publicKey.toBase58()
  const made = await readProgram(chain, keys.program.publicKey)
  if (!made || !isSameCode(made.code, bytes))
    throw new Error(`The code of program ${address} is not the one that was deployed.`)
  if (made.authority !== keys.authority.publicKey.toBase58())
    throw new Error(`Program ${address} obeys ${made.authority ?? 'nobody'}.`)
}

/** The code that a chain runs at an address, and who may replace it. */
async function readProgram(
  chain: ProgramChain,
  program: PublicKey,
): Promise<{ code: Uint8Array; authority: string | undefined } | undefined> {
  const account = await chain.getAccountInfo(programDataOf(program))
  if (!account?.owner.equals(loader.program)) return undefined
  const header = account.data.subarray(0, loader.dataHeaderBytes)
  const hasAuthority = header[12] === 1
  return {
    code: account.data.subarray(loader.dataHeaderBytes),
    authority: hasAuthority ? encodeBase58(header.subarray(13)) : undefined,
  }
}

/** Behind the code, zeros fill the room for longer successors. */
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
        initializeBufferInstruction(accounts),
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
          writeBufferInstruction(accounts, {
            offset,
            bytes: bytes.subarray(offset, offset + pieceBytes),
          }),
        ],
      }),
    )
    await Promise.all(pieces)
  }
}

/** The same for the same code and the same keys: a deployment that broke off goes on with it. */
function bufferKey({ program, authority }: DeploymentKeys, bytes: Uint8Array): Keypair {
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
