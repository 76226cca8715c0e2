import type { EvmAddress } from '#protocol/ids/caip.ts'

/** Whether an untrusted value is an EVM address, in any letter case. */
export function isEvmAddress(value: unknown): value is EvmAddress {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}
