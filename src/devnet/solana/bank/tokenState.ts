import { programs } from '#chains/solana/program/addresses.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { AccountState } from './runtime.ts'

/** A token amount in the RPC's form. */
export type TokenAmount = {
  amount: string
  decimals: number
  uiAmount: number | null
  uiAmountString: string
}

/** Contents of a token account. */
export type TokenAccount = {
  kind: 'account'
  mint: string
  owner: string
  units: bigint
  delegate: { address: string; units: bigint } | undefined
  state: 'uninitialized' | 'initialized' | 'frozen'
  /** Rent-exempt lamports of a wrapped SOL account. */
  nativeReserve: bigint | undefined
  closeAuthority: string | undefined
}

/** Contents of a mint. */
export type TokenMint = {
  kind: 'mint'
  units: bigint
  decimals: number
  isInitialized: boolean
  mintAuthority: string | undefined
  freezeAuthority: string | undefined
}

/** Bytes without extensions of a mint and a token account; with extensions, the kind follows. */
const mintBytes = 82
const holdingBytes = 165
const states = ['uninitialized', 'initialized', 'frozen'] as const

/**
 * Decodes an account of either token program. Source: layouts of spl-token, `state.rs`.
 *
 * @returns Undefined when the account is not a token program's.
 */
export function readToken({ owner, data }: AccountState): TokenAccount | TokenMint | undefined {
  if (owner !== programs.token && owner !== programs.token2022) return undefined
  const view = Buffer.from(data)
  if (view.length === mintBytes) return readMint(view)
  if (view.length === holdingBytes) return readHolding(view)
  if (view.length <= holdingBytes) return undefined
  const kind = view[holdingBytes]
  if (kind === 1) return readMint(view)
  return kind === 2 ? readHolding(view) : undefined
}

/** Formats an amount with its decimals. */
export function toTokenAmount(units: bigint, decimals: number): TokenAmount {
  const digits = units.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const text = fraction === '' ? whole : `${whole}.${fraction}`
  return { amount: units.toString(), decimals, uiAmount: Number(text), uiAmountString: text }
}

function readHolding(view: Buffer): TokenAccount | undefined {
  const state = states[view[108] ?? 0]
  if (state === undefined) return undefined
  const delegate = readOptionalAddress(view, 72)
  return {
    kind: 'account',
    mint: readAddress(view, 0),
    owner: readAddress(view, 32),
    units: view.readBigUInt64LE(64),
    delegate:
      delegate === undefined ? undefined : { address: delegate, units: view.readBigUInt64LE(121) },
    state,
    nativeReserve: view.readUInt32LE(109) === 1 ? view.readBigUInt64LE(113) : undefined,
    closeAuthority: readOptionalAddress(view, 129),
  }
}

function readMint(view: Buffer): TokenMint {
  return {
    kind: 'mint',
    mintAuthority: readOptionalAddress(view, 0),
    units: view.readBigUInt64LE(36),
    decimals: view.readUInt8(44),
    isInitialized: view[45] === 1,
    freezeAuthority: readOptionalAddress(view, 46),
  }
}

function readAddress(view: Buffer, offset: number): string {
  return encodeBase58(view.subarray(offset, offset + 32))
}

/** Four bytes say whether an address follows. */
function readOptionalAddress(view: Buffer, offset: number): string | undefined {
  return view.readUInt32LE(offset) === 1 ? readAddress(view, offset + 4) : undefined
}
