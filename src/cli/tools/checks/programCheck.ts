import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { compileProgram, buildProgramFile } from '#contracts/solana/compileProgram.ts'
import { escrowProgramBase64, escrowProgramSha256 } from '#contracts/solana/escrowProgram.ts'
import { findCompiler } from './findCompiler.ts'

/**
 * Rebuilds the Solana program from its C sources and compares it with the committed one, byte for
 * byte. Without a compiler, only checks the hash of the committed bytes and says so.
 */
const committed = await readFile(
  path.join(import.meta.dirname, '../../../contracts/solana/escrowProgram.ts'),
  'utf8',
)
const bytes = Buffer.from(escrowProgramBase64, 'base64')
const hash = createHash('sha256').update(bytes).digest('hex')
if (hash !== escrowProgramSha256)
  throw new Error('The committed Solana program does not have the hash recorded with it.')
const compiler = findCompiler()
if (compiler.clang === undefined) {
  console.log(`The Solana program ${hash} was not rebuilt: ${compiler.why}.`)
} else {
  if ((await buildProgramFile(compileProgram(compiler.clang))) !== committed)
    throw new Error(
      'The committed Solana program is not what its C sources compile to: run "npm run artifacts".',
    )
  console.log(
    `The Solana program ${hash} was rebuilt with ${compiler.clang} from ${compiler.from}: the same bytes.`,
  )
}
