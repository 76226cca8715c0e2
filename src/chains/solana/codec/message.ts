import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { addressToBytes, joinBytes } from '../program/bytes.ts'
import type { InstructionAccount, SolanaInstruction } from '../program/instruction.ts'

/** Contents of a version 0 message without lookup tables, which this service never uses. */
export type SolanaMessage = {
  feePayer: SolanaAddress
  /** Base58 of 32 bytes. */
  blockhash: string
  instructions: readonly SolanaInstruction[]
}

/** A transaction's signatures, in the order of the message's signers, and its message. */
export type SolanaTransaction = { signatures: readonly Uint8Array[]; message: Uint8Array }

const version0 = 0x80
const addressBytes = 32
const signatureBytes = 64

/**
 * Encodes a message byte for byte as web3.js does: the fee payer first, then accounts by privilege
 * (signers before others, writable before readonly), then in order of first use.
 *
 * @throws Error when there are more accounts or bytes than a message can hold.
 */
export function encodeMessage({ feePayer, blockhash, instructions }: SolanaMessage): Uint8Array {
  const accounts = sortAccounts(feePayer, instructions)
  const indexes = new Map(accounts.map(({ address }, index) => [address, index]))
  const signers = accounts.filter(({ isSigner }) => isSigner)
  const header = [
    signers.length,
    signers.filter(({ isWritable }) => !isWritable).length,
    accounts.filter(({ isSigner, isWritable }) => !isSigner && !isWritable).length,
  ]
  return joinBytes([
    Uint8Array.of(version0, ...header.map(getByte)),
    encodeCompactLength(accounts.length),
    ...accounts.map(({ address }) => addressToBytes(address)),
    addressToBytes(blockhash),
    encodeCompactLength(instructions.length),
    ...instructions.map((instruction) => encodeInstruction(instruction, indexes)),
    encodeCompactLength(0),
  ])
}

/**
 * Decodes a message that {@link encodeMessage} could have written. Each account of an instruction
 * carries all the privileges that the message gives it.
 *
 * @returns Undefined for anything else: legacy messages, lookup tables, accounts that no
 *   instruction uses, another account order, trailing bytes.
 */
export function decodeMessage(bytes: Uint8Array): SolanaMessage | undefined {
  try {
    const message = readMessage(bytes)
    return message && isSame(encodeMessage(message), bytes) ? message : undefined
  } catch {
    // Indexes or lengths beyond the end of the bytes.
    return undefined
  }
}

/** An instruction that refers to accounts by their index in the transaction. */
export type PlacedInstruction = {
  programIdIndex: number
  accounts: readonly number[]
  data: Uint8Array
}

/**
 * Decodes a message of any version: its static accounts (those of lookup tables follow them) and
 * its instructions. Undefined when the bytes are not a message.
 */
export function decodePlacedMessage(
  bytes: Uint8Array,
): { addresses: readonly SolanaAddress[]; instructions: readonly PlacedInstruction[] } | undefined {
  try {
    const read = createReader(bytes)
    const isLegacy = (bytes[0] ?? 0) < version0
    read.bytes(isLegacy ? 3 : 4)
    const addresses = read.list(() => encodeBase58(read.bytes(addressBytes)))
    read.bytes(addressBytes)
    const instructions = read.list(() => ({
      programIdIndex: read.byte(),
      accounts: read.list(() => read.byte()),
      data: Uint8Array.from(read.list(() => read.byte())),
    }))
    return { addresses, instructions }
  } catch {
    // Lengths beyond the end of the bytes.
    return undefined
  }
}

/** Signers of a message in the order of the signatures; the fee payer comes first. */
export function getSigners({ feePayer, instructions }: SolanaMessage): readonly SolanaAddress[] {
  return sortAccounts(feePayer, instructions)
    .filter(({ isSigner }) => isSigner)
    .map(({ address }) => address)
}

/** All accounts of a message in its order, which balances and indexes follow. */
export function getAddresses({ feePayer, instructions }: SolanaMessage): readonly SolanaAddress[] {
  return sortAccounts(feePayer, instructions).map(({ address }) => address)
}

/** Accounts that a message may change. */
export function getWritableAccounts({
  feePayer,
  instructions,
}: SolanaMessage): readonly SolanaAddress[] {
  return sortAccounts(feePayer, instructions)
    .filter(({ isWritable }) => isWritable)
    .map(({ address }) => address)
}

/**
 * Encodes a transaction, for sending or simulation: the signatures, then the message.
 *
 * @param signatures - By signer; missing ones are filled with zeros.
 * @throws Error when the bytes are not a message of ours.
 */
export function encodeTransaction(
  message: Uint8Array,
  signatures: ReadonlyMap<SolanaAddress, Uint8Array>,
): Uint8Array {
  const decoded = decodeMessage(message)
  if (!decoded) throw new Error('These bytes are not a message of this service.')
  const signers = getSigners(decoded)
  const all = signers.map((signer) => signatures.get(signer) ?? new Uint8Array(signatureBytes))
  return joinBytes([encodeCompactLength(all.length), ...all, message])
}

/** Splits a transaction into its parts; undefined when the signatures are truncated. */
export function decodeTransaction(bytes: Uint8Array): SolanaTransaction | undefined {
  // A transaction never holds more than twelve signatures, so their count is one byte.
  const count = bytes[0] ?? 0
  const end = 1 + count * signatureBytes
  if (count === 0 || count > 127 || bytes.length <= end) return undefined
  const signatures = Array.from({ length: count }, (_, index) =>
    bytes.slice(1 + index * signatureBytes, 1 + (index + 1) * signatureBytes),
  )
  return { signatures, message: bytes.slice(end) }
}

/** Each account once, in message order, with its privileges from all instructions combined. */
function sortAccounts(
  feePayer: SolanaAddress,
  instructions: readonly SolanaInstruction[],
): readonly InstructionAccount[] {
  const accounts = new Map<SolanaAddress, InstructionAccount>()
  for (const given of [
    { address: feePayer, isSigner: true, isWritable: true },
    ...instructions.flatMap(({ programId, accounts: named }) => [
      { address: programId, isSigner: false, isWritable: false },
      ...named,
    ]),
  ]) {
    const known = accounts.get(given.address)
    const isSigner = given.isSigner || known?.isSigner === true
    const isWritable = given.isWritable || known?.isWritable === true
    accounts.set(given.address, { address: given.address, isSigner, isWritable })
  }
  return [...accounts.values()].toSorted((a, b) => getRank(a) - getRank(b))
}

function getRank({ isSigner, isWritable }: InstructionAccount): number {
  return (isSigner ? 0 : 2) + (isWritable ? 0 : 1)
}

function encodeInstruction(
  { programId, accounts, data }: SolanaInstruction,
  indexes: ReadonlyMap<SolanaAddress, number>,
): Uint8Array {
  const places = [programId, ...accounts.map(({ address }) => address)].map((address) =>
    getByte(indexes.get(address) ?? -1),
  )
  return joinBytes([
    Uint8Array.from(places.slice(0, 1)),
    encodeCompactLength(accounts.length),
    Uint8Array.from(places.slice(1)),
    encodeCompactLength(data.length),
    data,
  ])
}

function readMessage(bytes: Uint8Array): SolanaMessage | undefined {
  const read = createReader(bytes)
  if (read.byte() !== version0) return undefined
  const [signers, readonlySigners, readonlyOthers] = [read.byte(), read.byte(), read.byte()]
  const addresses = read.list(() => encodeBase58(read.bytes(addressBytes)))
  const blockhash = encodeBase58(read.bytes(addressBytes))
  const accounts = addresses.map((address, index) => ({
    address,
    isSigner: index < signers,
    isWritable:
      index < signers
        ? index < signers - readonlySigners
        : index < addresses.length - readonlyOthers,
  }))
  const instructions = read.list(() => ({
    programId: getItemAt(accounts, read.byte()).address,
    accounts: read.list(() => getItemAt(accounts, read.byte())),
    data: Uint8Array.from(read.list(() => read.byte())),
  }))
  return { feePayer: getItemAt(addresses, 0), blockhash, instructions }
}

function createReader(bytes: Uint8Array) {
  let at = 0
  const reader = {
    byte: () => getItemAt(bytes, at++),
    bytes: (count: number) => Uint8Array.from({ length: count }, reader.byte),
    list<Item>(item: () => Item): Item[] {
      return Array.from({ length: length() }, item)
    },
  }
  return reader

  /** Reads a compact-u16: seven bits per byte, lowest first; the eighth bit marks continuation. */
  function length(): number {
    const low = reader.byte()
    if (low < 0x80) return low
    const high = reader.byte()
    if (high >= 0x80) throw new RangeError('A message list has an invalid length.')
    return (low & 0x7f) | (high << 7)
  }
}

function encodeCompactLength(length: number): Uint8Array {
  if (length >= 1 << 14) throw new Error(`A message cannot hold ${length} items.`)
  return length < 0x80 ? Uint8Array.of(length) : Uint8Array.of((length & 0x7f) | 0x80, length >> 7)
}

function getByte(value: number): number {
  if (value < 0 || value > 255) throw new Error('A message holds at most 256 accounts.')
  return value
}

function getItemAt<Item>(items: ArrayLike<Item>, index: number): Item {
  const item = items[index]
  if (item === undefined) throw new RangeError(`There is no item ${index}.`)
  return item
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
