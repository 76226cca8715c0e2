import type { SolanaAddress } from '#protocol/ids/caip.ts'

/** Whether a value has the form of a Solana address. */
export function isSolanaAddress(value: unknown): value is SolanaAddress {
  return typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value)
}
