import { createHash } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { hashSources } from './compileProgram.ts'
import { escrowProgramBase64, escrowProgramSha256, escrowSourcesSha256 } from './escrowProgram.ts'
import { linkProgram } from './linkProgram.ts'

test('the bytes of the committed program are those that the hash names', () => {
  const bytes = Buffer.from(escrowProgramBase64, 'base64')
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(escrowProgramSha256)
})

test('the committed program was built from the sources beside it: else run "npm run artifacts"', () => {
  expect(hashSources()).toBe(escrowSourcesSha256)
})

describe('the linker', () => {
  test('refuses what is no object file', () => {
    expect(() => linkProgram(Buffer.from('no object'))).toThrow('ELF object file')
  })
})
