import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { programs } from './addresses.ts'
import { readBytes } from './bytes.ts'
import type { TransferredToken } from './transferInstructions.ts'

/** Owner and data of an account. */
type OwnedData = { owner: SolanaAddress; data: Uint8Array }

/** Contents of a token account. */
export type TokenHolding = {
  mint: SolanaAddress
  owner: SolanaAddress
  units: bigint
  /** Nothing can be moved in or out. */
  isFrozen: boolean
}

/** Bytes without extensions; if there are any, the byte after a holding's size gives its kind. */
const sizes = { mint: 82, holding: 165 } as const
const frozen = 2
const kinds = { mint: 1, holding: 2 } as const
const offsets = { decimals: 44, isMintInitialized: 45, holdingState: 108 } as const

/** Whether an address is one of the two token programs. */
export function isTokenProgram(address: SolanaAddress): boolean {
  return address === programs.token || address === programs.token2022
}

/**
 * Decodes a mint of either token program. Source: spl-token, `Mint`.
 *
 * @returns Undefined when the account is not a mint.
 */
export function decodeMint(mint: SolanaAddress, account: OwnedData): TransferredToken | undefined {
  if (!isKind('mint', account) || account.data[offsets.isMintInitialized] !== 1) return undefined
  const decimals = account.data[offsets.decimals] ?? 0
  return { mint, tokenProgram: account.owner, decimals }
}

/**
 * Decodes a token account of either token program. Source: spl-token, `Account`.
 *
 * @returns Undefined when the account is not a token account.
 */
export function decodeHolding(account: OwnedData): TokenHolding | undefined {
  const state = account.data[offsets.holdingState]
  if (!isKind('holding', account) || state === 0) return undefined
  const reader = readBytes(account.data)
  const [mint, owner] = [reader.address(), reader.address()]
  return { mint, owner, units: reader.u64(), isFrozen: state === frozen }
}

function isKind(kind: keyof typeof sizes, { owner, data }: OwnedData): boolean {
  if (!isTokenProgram(owner)) return false
  return data.length > sizes.holding
    ? data[sizes.holding] === kinds[kind]
    : data.length === sizes[kind]
}
