import { concat, getContractAddress, zeroHash } from 'viem'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'

/** The deterministic deployment proxy: creates `data[32:]` by CREATE2 with salt `data[:32]`. */
export const create2Proxy: EvmAddress = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** A contract to create, and where it will stand on any chain. */
export type PlannedContract = {
  /** What it is, for messages. */
  name: string
  /** Creation bytecode with constructor arguments. */
  initCode: Hex
  salt: Hex
  address: EvmAddress
}

/**
 * Works out where a contract will stand. Source: EIP-1014.
 *
 * @param name - What it is, for messages.
 * @param code.initCode - Creation bytecode with constructor arguments.
 * @param code.salt - 32 bytes; zero unless given.
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

/** The call that creates a contract, and gas enough for it. */
export function buildCreation({ initCode, salt }: PlannedContract): {
  to: EvmAddress
  data: Hex
  gas: bigint
} {
  const bytes = BigInt(initCode.length / 2 - 1)
  // 53,000 for the creation, at most 16 + 2 gas for a byte that is sent and 200 for one that is
  // stored, and room for what constructors do.
  return { to: create2Proxy, data: concat([salt, initCode]), gas: 600_000n + bytes * 240n }
}
