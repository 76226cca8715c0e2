import { concat, getContractAddress, zeroHash, encodeAbiParameters, keccak256 } from 'viem'
import { createRequire } from 'node:module'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import { Hex } from '#protocol/ids/hex.ts'

const require = createRequire(import.meta.url)

/**
 * Reads the creation bytecode of a contract published as an npm package.
 *
 * @param artifact - Path of the artifact's JSON, such as
 *   `@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json`.
 * @throws Error when the package is missing or the file holds no bytecode.
 */
export function readBytecode(artifact: string): Hex {
  const json: unknown = require(artifact)
  if (typeof json !== 'object' || json === null || !('bytecode' in json))
    throw new Error(`${artifact} holds no bytecode.`)
  return Hex.parse(json.bytecode)
}

const poolArtifact = '@uniswap/v3-core/artifacts/contracts/UniswapV3Pool.sol/UniswapV3Pool.json'

const poolKey = [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }] as const

/** Hash of the pools' creation bytecode, computed once. */
let codeHash: Hex | undefined

/** Sorts two tokens in pool order: the lower address first. */
export function sortForPool(a: EvmAddress, b: EvmAddress): [EvmAddress, EvmAddress] {
  return BigInt(a) < BigInt(b) ? [a, b] : [b, a]
}

/**
 * Computes the address of the pool of two tokens. Source: Uniswap v3, PoolAddress.sol.
 *
 * @param factory - Address of the factory.
 * @param pool.tokens - Both tokens, in any order.
 * @param pool.fee - In hundredths of a basis point.
 */
export function computePoolAddress(
  factory: EvmAddress,
  pool: { tokens: readonly [EvmAddress, EvmAddress]; fee: number },
): EvmAddress {
  const [token0, token1] = sortForPool(...pool.tokens)
  codeHash ??= keccak256(readBytecode(poolArtifact))
  return getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    salt: keccak256(encodeAbiParameters(poolKey, [token0, token1, pool.fee])),
    bytecodeHash: codeHash,
  })
}

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
