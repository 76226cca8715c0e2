import {
  PublicKey,
  SystemProgram,
  SYSVAR_CLOCK_PUBKEY,
  SYSVAR_RENT_PUBKEY,
  TransactionInstruction,
} from '@solana/web3.js'

import { getProgramDataAddress, programs } from '../program/addresses.ts'

/** Accounts of a deployment: payer, program and upgrade authority. */
export type LoaderAccounts = {
  payer: PublicKey
  program: PublicKey
  authority: PublicKey
  /** Holds the code until it is deployed. */
  buffer: PublicKey
}

/** The upgradeable loader and its header sizes. Source: solana-sdk, bpf_loader_upgradeable. */
export const loader = {
  program: new PublicKey(programs.upgradeableLoader),
  bufferHeaderBytes: 37,
  programBytes: 36,
} as const

const tags = { initializeBuffer: 0, write: 1, deploy: 2, upgrade: 3, setAuthority: 4 } as const

/** Initializes an empty account of the loader as a buffer. */
export function buildInitializeBufferInstruction({
  buffer,
  authority,
}: LoaderAccounts): TransactionInstruction {
  return buildLoaderInstruction(toTagBytes(tags.initializeBuffer), [
    toWritableMeta(buffer),
    toReadonlyMeta(authority),
  ])
}

/** Writes a piece of the code into the buffer; the authority signs. */
export function buildWriteBufferInstruction(
  { buffer, authority }: LoaderAccounts,
  { offset, bytes }: { offset: number; bytes: Uint8Array },
): TransactionInstruction {
  const header = Buffer.alloc(16)
  header.writeUInt32LE(tags.write, 0)
  header.writeUInt32LE(offset, 4)
  header.writeBigUInt64LE(BigInt(bytes.length), 8)
  const data = Buffer.concat([header, bytes])
  return buildLoaderInstruction(data, [toWritableMeta(buffer), toSignerMeta(authority)])
}

/** Deploys the buffer's code as a program that may grow to `maxBytes`; payer and authority sign. */
export function buildDeployInstruction(
  accounts: LoaderAccounts,
  maxBytes: number,
): TransactionInstruction {
  const { payer, program, authority, buffer } = accounts
  const data = Buffer.alloc(12)
  data.writeUInt32LE(tags.deploy, 0)
  data.writeBigUInt64LE(BigInt(maxBytes), 4)
  return buildLoaderInstruction(data, [
    { ...toSignerMeta(payer), isWritable: true },
    toWritableMeta(getProgramDataKey(program)),
    toWritableMeta(program),
    toWritableMeta(buffer),
    toReadonlyMeta(SYSVAR_RENT_PUBKEY),
    toReadonlyMeta(SYSVAR_CLOCK_PUBKEY),
    toReadonlyMeta(SystemProgram.programId),
    toSignerMeta(authority),
  ])
}

/** Replaces a program's code with the buffer's; the authority signs, the payer gets the rent. */
export function buildUpgradeInstruction(accounts: LoaderAccounts): TransactionInstruction {
  const { payer, program, authority, buffer } = accounts
  return buildLoaderInstruction(toTagBytes(tags.upgrade), [
    toWritableMeta(getProgramDataKey(program)),
    toWritableMeta(program),
    toWritableMeta(buffer),
    toWritableMeta(payer),
    toReadonlyMeta(SYSVAR_RENT_PUBKEY),
    toReadonlyMeta(SYSVAR_CLOCK_PUBKEY),
    toSignerMeta(authority),
  ])
}

/**
 * Sets a program's upgrade authority to `next`, which need not sign; without one the program
 * becomes immutable. The current authority signs.
 */
export function buildSetAuthorityInstruction(
  { program, authority }: Pick<LoaderAccounts, 'program' | 'authority'>,
  next: PublicKey | undefined,
): TransactionInstruction {
  return buildLoaderInstruction(toTagBytes(tags.setAuthority), [
    toWritableMeta(getProgramDataKey(program)),
    toSignerMeta(authority),
    ...(next ? [toReadonlyMeta(next)] : []),
  ])
}

/** Address of the account that holds a program's code. */
export function getProgramDataKey(program: PublicKey): PublicKey {
  return new PublicKey(getProgramDataAddress(program.toBase58()))
}

function buildLoaderInstruction(
  data: Buffer,
  keys: TransactionInstruction['keys'],
): TransactionInstruction {
  return new TransactionInstruction({ programId: loader.program, keys, data })
}

function toTagBytes(tag: number): Buffer {
  return Buffer.from([tag, 0, 0, 0])
}

function toReadonlyMeta(pubkey: PublicKey) {
  return { pubkey, isSigner: false, isWritable: false }
}

function toWritableMeta(pubkey: PublicKey) {
  return { pubkey, isSigner: false, isWritable: true }
}

function toSignerMeta(pubkey: PublicKey) {
  return { pubkey, isSigner: true, isWritable: false }
}
