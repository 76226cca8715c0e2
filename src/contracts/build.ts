import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildArtifacts } from './artifacts.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const files = await buildArtifacts()
for (const folder of ['abi', 'bytecode']) {
  rmSync(here + folder, { recursive: true, force: true })
  mkdirSync(here + folder)
}
for (const [path, text] of files) writeFileSync(here + path, text)
console.log(`${files.size} files written under src/contracts`)
