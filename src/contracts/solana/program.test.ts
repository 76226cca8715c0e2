import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { compileProgram, findClang, programFile } from './compileProgram.ts'
import { escrowProgramBase64, escrowProgramSha256 } from './escrowProgram.ts'
import { linkProgram } from './linkProgram.ts'

const clang = findClang()

describe('the committed Solana program', () => {
  const how = clang === undefined ? 'is not rebuilt here (no clang 14), its' : 'is rebuilt, and its'

  test(`${how} bytes are those that the hash names`, () => {
    const bytes = Buffer.from(escrowProgramBase64, 'base64')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(escrowProgramSha256)
  })

  test.runIf(clang !== undefined)('is what the C sources compile to now', async () => {
    const rebuilt = await programFile(compileProgram(clang ?? ''))
    const committed = readFileSync(new URL('escrowProgram.ts', import.meta.url), 'utf8')
    expect(rebuilt === committed).toBe(true)
  })
})

describe('the linker', () => {
  test('refuses what is no object file', () => {
    expect(() => linkProgram(Buffer.from('no object'))).toThrow('ELF object file')
  })
})
