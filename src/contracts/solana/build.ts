import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { compileProgram, findClang, buildProgramFile } from './compileProgram.ts'

/**
 * Builds the escrow program and writes `escrowProgram.ts`.
 *
 * @returns Size of the program in bytes; undefined, with nothing written, without clang 14.
 */
export async function buildProgram(): Promise<number | undefined> {
  const clang = findClang()
  if (clang === undefined) return undefined
  const program = compileProgram(clang)
  const path = fileURLToPath(new URL('escrowProgram.ts', import.meta.url))
  writeFileSync(path, await buildProgramFile(program))
  return program.length
}
