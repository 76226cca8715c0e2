import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildArtifacts } from './artifacts.ts'
import { buildProgram } from './solana/build.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const files = await buildArtifacts()
for (const folder of ['abi', 'bytecode']) {
  rmSync(here + folder, { recursive: true, force: true })
  mkdirSync(here + folder)
}
for (const [path, text] of files) writeFileSync(here + path, text)
console.log(`${files.size} files written under src/contracts`)
const programBytes = await buildProgram()
console.log(
  programBytes === undefined
    ? 'The Solana program was left as it is: building it needs clang 14 (clang-14).'
    : `the Solana program of ${programBytes} bytes written`,
)
