import {
  PublicKey,
  SystemProgram,
  SYSVAR_CLOCK_PUBKEY,
  SYSVAR_RENT_PUBKEY,
  TransactionInstruction,
} from '@solana/web3.js'

import { programDataAddress, programs } from '../program/addresses.ts'

/** Who pays for a deployment, which program it is, and who may replace it later. */
export type LoaderAccounts = {
  payer: PublicKey
  program: PublicKey
  authority: PublicKey
  /** Holds the code until it is deployed. */
  buffer: PublicKey
}

/** The upgradeable loader, and what its accounts hold before the code. Source: solana-sdk, bpf_loader_upgradeable. */
export const loader = {
  program: new PublicKey(programs.upgradeableLoader),
  bufferHeaderBytes: 37,
  programBytes: 36,
} as const

const tags = { initializeBuffer: 0, write: 1, deploy: 2, upgrade: 3, setAuthority: 4 } as const

/** Makes a fresh account of the loader a buffer. */
export function initializeBufferInstruction({
  buffer,
  authority,
}: LoaderAccounts): TransactionInstruction {
  return loaderInstruction(tagBytes(tags.initializeBuffer), [changed(buffer), read(authority)])
}

/** Puts a piece of the code into the buffer; the authority signs. */
export function writeBufferInstruction(
  { buffer, authority }: LoaderAccounts,
  { offset, bytes }: { offset: number; bytes: Uint8Array },
): TransactionInstruction {
  const header = Buffer.alloc(16)
  header.writeUInt32LE(tags.write, 0)
  header.writeUInt32LE(offset, 4)
  header.writeBigUInt64LE(BigInt(bytes.length), 8)
  const data = Buffer.concat([header, bytes])
  return loaderInstruction(data, [changed(buffer), signed(authority)])
}

/** Makes the buffer's code a program that may grow to `maximumBytes`; payer and authority sign. */
export function deployInstruction(
  accounts: LoaderAccounts,
  maximumBytes: number,
): TransactionInstruction {
  const { payer, program, authority, buffer } = accounts
  const data = Buffer.alloc(12)
  data.writeUInt32LE(tags.deploy, 0)
  data.writeBigUInt64LE(BigInt(maximumBytes), 4)
  return loaderInstruction(data, [
    { ...signed(payer), isWritable: true },
    changed(programDataOf(program)),
    changed(program),
    changed(buffer),
    read(SYSVAR_RENT_PUBKEY),
    read(SYSVAR_CLOCK_PUBKEY),
    read(SystemProgram.programId),
    signed(authority),
  ])
}

/** Replaces a program's code by the buffer's; the authority signs, the payer gets the buffer's rent. */
export function upgradeInstruction(accounts: LoaderAccounts): TransactionInstruction {
  const { payer, program, authority, buffer } = accounts
  return loaderInstruction(tagBytes(tags.upgrade), [
    changed(programDataOf(program)),
    changed(program),
    changed(buffer),
    changed(payer),
    read(SYSVAR_RENT_PUBKEY),
    read(SYSVAR_CLOCK_PUBKEY),
    signed(authority),
  ])
}

/**
 * Gives the right to replace a program to `next`, which need not sign; to nobody, for good, without
 * one. The authority signs.
 */
export function setAuthorityInstruction(
  { program, authority }: Pick<LoaderAccounts, 'program' | 'authority'>,
  next: PublicKey | undefined,
): TransactionInstruction {
  return loaderInstruction(tagBytes(tags.setAuthority), [
    changed(programDataOf(program)),
    signed(authority),
    ...(next ? [read(next)] : []),
  ])
}

/** Where the loader keeps a program's code. */
export function programDataOf(program: PublicKey): PublicKey {
  return new PublicKey(programDataAddress(program.toBase58()))
}

function loaderInstruction(
  data: Buffer,
  keys: TransactionInstruction['keys'],
): TransactionInstruction {
  return new TransactionInstruction({ programId: loader.program, keys, data })
}

function tagBytes(tag: number): Buffer {
  return Buffer.from([tag, 0, 0, 0])
}

function read(pubkey: PublicKey) {
  return { pubkey, isSigner: false, isWritable: false }
}

function changed(pubkey: PublicKey) {
  return { pubkey, isSigner: false, isWritable: true }
}

function signed(pubkey: PublicKey) {
  return { pubkey, isSigner: true, isWritable: false }
}
