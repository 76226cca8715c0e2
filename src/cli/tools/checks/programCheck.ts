import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { buildProgramFile, compileProgram, findClang } from '#contracts/solana/compileProgram.ts'
import { escrowProgramBase64, escrowProgramSha256 } from '#contracts/solana/escrowProgram.ts'
import { installPackage, thisMachine } from './systemPackages.ts'

/**
 * Rebuilds the Solana program from its C sources and compares it with the committed one, byte for
 * byte. Without a compiler, which only CI installs, it checks the hash of the committed bytes and says so.
 */
const committed = await readFile(
  path.join(import.meta.dirname, '../../../contracts/solana/escrowProgram.ts'),
  'utf8',
)
const bytes = Buffer.from(escrowProgramBase64, 'base64')
const hash = createHash('sha256').update(bytes).digest('hex')
if (hash !== escrowProgramSha256)
  throw new Error('The committed Solana program does not have the hash recorded with it.')
let clang = findClang()
let why = 'there is no clang 14 here'
if (clang === undefined && (process.env['CI'] ?? '') !== '') {
  const { manager, failures } = installPackage({ 'apt-get': 'clang-14' }, thisMachine)
  const tried = manager === undefined ? ['no package manager here has it'] : failures
  why = `${why} and none could be installed (${tried.join('; ')})`
  clang = findClang()
}
if (clang === undefined) {
  console.log(`The Solana program ${hash} was not rebuilt: ${why}.`)
} else {
  if ((await buildProgramFile(compileProgram(clang))) !== committed)
    throw new Error(
      'The committed Solana program is not what its C sources compile to: run "npm run artifacts".',
    )
  console.log(`The Solana program ${hash} was rebuilt with ${clang}: the same bytes.`)
}
