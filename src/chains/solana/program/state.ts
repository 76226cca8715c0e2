import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { programs } from './addresses.ts'
import { type ByteReader, readBytes } from './bytes.ts'
import { maxAttestors } from './signersInstructions.ts'

/** The upgradeable loader's data of a program. */
export type ProgramData = {
  /** Upgrade authority; undefined when the program is immutable. */
  authority: SolanaAddress | undefined
  /** The shared object, followed by zeros: the room for longer successors. */
  code: Uint8Array
}

/** Bytes before the code: kind (4), slot (8), whether an authority follows (1), authority (32). */
export const programDataHeaderBytes = 45
const programDataKind = 3
const hasAuthorityAt = 12
const authorityAt = 13

/**
 * Decodes a program data account of the upgradeable loader.
 *
 * @returns Undefined for an account of another kind. Source: solana-sdk, bpf_loader_upgradeable,
 *   `UpgradeableLoaderState::ProgramData`.
 */
export function decodeProgramData(data: Uint8Array): ProgramData | undefined {
  if (data.length < programDataHeaderBytes) return undefined
  const kind = new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(0, true)
  if (kind !== programDataKind) return undefined
  const authority = data.subarray(authorityAt, programDataHeaderBytes)
  return {
    authority: data[hasAuthorityAt] === 1 ? encodeBase58(authority) : undefined,
    code: data.subarray(programDataHeaderBytes),
  }
}

/** An order as the escrow program stores it. */
export type HeldOrder = SolanaOrder & {
  state: 'held' | 'released' | 'refunded'
  orderHash: Hash
  rentPayer: SolanaAddress
}

/** Record of what a solver did with a fill id. */
export type FillRecord = {
  solver: SolanaAddress
  fillId: Hash
  /** Hash of the fill; undefined when it was cancelled. */
  fillHash: Hash | undefined
  /** Amount sent; 0 when cancelled. */
  amount: bigint
  /** First second (Unix time) at which the record may be closed. */
  closableAt: bigint
  rentPayer: SolanaAddress
}

/** The program's current attestors, without revoked ones. */
export type Attestors = {
  keys: readonly SolanaAddress[]
  /** How many must sign; more than there are keys when too many were revoked. */
  threshold: number
}

/** The program's signers: attestors, and the authority that may change them. */
export type SolanaSigners = {
  chain: Hash
  authority: SolanaAddress
  offeredAuthority: SolanaAddress | undefined
  /** Seconds between announcing attestors and installing them. */
  delay: bigint
  installed: Attestors
  proposed: (Attestors & { readyAt: bigint }) | undefined
  disabled: readonly SolanaAddress[]
}

const kinds = { order: 1, fill: 2, signers: 3 } as const
const sizes = { order: 296, fill: 152, signers: 840 } as const
const orderStates = new Map<number, HeldOrder['state']>([
  [1, 'held'],
  [2, 'released'],
  [3, 'refunded'],
])
const cancelledMark: Hash = `0x${'1'.padStart(64, '0')}`
const maxDisabled = 16

/** Size in bytes of each account of the program, for its rent. */
export const accountBytes: Readonly<Record<keyof typeof sizes | 'vault', number>> = {
  ...sizes,
  vault: 165,
}

/**
 * Decodes an order's account. The caller has checked that the escrow program owns it. Source:
 * `Order` in src/contracts/solana/program/state.h.
 *
 * @returns Undefined when the data is not an order.
 */
export function decodeOrder(data: Uint8Array): HeldOrder | undefined {
  const reader = createReader(data, 'order')
  const state = orderStates.get(reader?.u8() ?? 0)
  if (!reader || state === undefined) return undefined
  reader.skip(6)
  const orderHash = reader.hash()
  const fillId = reader.hash()
  const depositor = reader.address()
  const token = reader.address()
  const amount = reader.u64()
  const fee = reader.u64()
  const feeReceiver = reader.address()
  const payee = reader.address()
  const depositDeadline = reader.i64()
  const refundAfter = reader.i64()
  const fillHash = reader.hash()
  const times = { depositDeadline, refundAfter }
  const receivers = { feeReceiver, payee, rentPayer: reader.address() }
  const deposit = { fillId, depositor, token, amount, fee }
  return { state, orderHash, ...deposit, ...receivers, ...times, fillHash }
}

/** Decodes a fill record; same conditions as {@link decodeOrder}. */
export function decodeFill(data: Uint8Array): FillRecord | undefined {
  const reader = createReader(data, 'fill')
  if (!reader) return undefined
  reader.skip(7)
  const solver = reader.address()
  const fillId = reader.hash()
  const fillHash = reader.hash()
  const amount = reader.u64()
  const closableAt = reader.i64()
  const rentPayer = reader.address()
  const filled = fillHash === cancelledMark ? undefined : fillHash
  return { solver, fillId, fillHash: filled, amount, closableAt, rentPayer }
}

/** Decodes the signers' account; same conditions as {@link decodeOrder}. */
export function decodeSigners(data: Uint8Array): SolanaSigners | undefined {
  const reader = createReader(data, 'signers')
  if (!reader) return undefined
  const disabledCount = reader.u8()
  reader.skip(6)
  const chain = reader.hash()
  const authority = reader.address()
  const offered = reader.address()
  const delay = reader.i64()
  const installed = readAttestors(reader)
  const readyAt = reader.i64()
  const proposed = readAttestors(reader)
  const disabled = Array.from({ length: maxDisabled }, () => reader.address())
  return {
    chain,
    authority,
    offeredAuthority: offered === programs.system ? undefined : offered,
    delay,
    installed,
    proposed: proposed.threshold === 0 ? undefined : { ...proposed, readyAt },
    disabled: disabled.slice(0, disabledCount),
  }
}

function readAttestors(reader: ByteReader): Attestors {
  const threshold = reader.u8()
  reader.skip(7)
  const keys = Array.from({ length: maxAttestors }, () => reader.address())
  return { keys: keys.filter((key) => key !== programs.system), threshold }
}

/** Reader positioned after the kind byte; undefined when the account is of another kind. */
function createReader(data: Uint8Array, kind: keyof typeof kinds): ByteReader | undefined {
  if (data.length !== sizes[kind] || data[0] !== kinds[kind]) return undefined
  const reader = readBytes(data)
  reader.skip(1)
  return reader
}
