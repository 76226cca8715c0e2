import { concat, getContractAddress, zeroHash } from 'viem'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'

/** The deterministic deployment proxy: creates `data[32:]` by CREATE2 with salt `data[:32]`. */
export const create2Proxy: EvmAddress = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** A contract to create, and its address on any chain. */
export type PlannedContract = {
  /** Its name, for messages. */
  name: string
  /** Creation bytecode with constructor arguments. */
  initCode: Hex
  salt: Hex
  address: EvmAddress
}

/**
 * Computes a contract's CREATE2 address. Source: EIP-1014.
 *
 * @param name - Its name, for messages.
 * @param code.initCode - Creation bytecode with constructor arguments.
 * @param code.salt - 32 bytes; zero by default.
 */
export function planContract(name: string, code: { initCode: Hex; salt?: Hex }): PlannedContract {
  const { initCode, salt = zeroHash } = code
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: create2Proxy,
    salt,
    bytecode: initCode,
  })
  return { name, initCode, salt, address }
}

/** The call that creates a contract, with enough gas. */
export function buildCreation({ initCode, salt }: PlannedContract): {
  to: EvmAddress
  data: Hex
  gas: bigint
} {
  const bytes = BigInt(initCode.length / 2 - 1)
  // 53,000 for the creation, at most 16 + 2 gas per byte sent and 200 per byte stored, and room for
  // the constructor.
  return { to: create2Proxy, data: concat([salt, initCode]), gas: 600_000n + bytes * 240n }
}
