import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { compileProgram, findClang, buildProgramFile } from './compileProgram.ts'

/**
 * Writes `escrowProgram.ts` from the C sources.
 *
 * @returns how many bytes the program has; undefined, and nothing is written, on a machine without
 * clang 14.
 */
export async function buildProgram(): Promise<number | undefined> {
  const clang = findClang()
  if (clang === undefined) return undefined
  const program = compileProgram(clang)
  const path = fileURLToPath(new URL('escrowProgram.ts', import.meta.url))
  writeFileSync(path, await buildProgramFile(program))
  return program.length
}
