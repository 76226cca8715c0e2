import type { EvmAddress } from '#protocol/ids/caip.ts'

/** Whether a value from outside is an address on EVM chains, whatever its spelling. */
export function isEvmAddress(value: unknown): value is EvmAddress {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}
