import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Finds the anvil binary that npm installed for this machine.
 *
 * @returns Its path.
 * @throws Error that says what to do when it is missing.
 */
export function findAnvilBinary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${architecture}`
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    const path = require.resolve(`${name}/bin/${file}`)
    accessSync(path, constants.X_OK)
    return path
  } catch (cause) {
    throw new Error(
      `The program anvil is missing: the package ${name} is not installed; run "npm ci" again.`,
      { cause },
    )
  }
}
