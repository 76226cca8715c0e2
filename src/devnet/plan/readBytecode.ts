import { createRequire } from 'node:module'

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
