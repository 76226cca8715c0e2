import { encodeAbiParameters, getContractAddress, keccak256 } from 'viem'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { readBytecode } from './readBytecode.ts'

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
