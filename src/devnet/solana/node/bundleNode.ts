import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)

/** Folder of bundles, inside the project so that they resolve its packages. */
const folder = join(import.meta.dirname, '../../../../.cache/solana-node')

/** Globals that bundled CommonJS code expects. */
const banner = [
  "import { createRequire as makeRequire } from 'node:module'",
  'const require = makeRequire(import.meta.url)',
  'const __filename = import.meta.filename, __dirname = import.meta.dirname',
].join(';')

let made: string | undefined

/**
 * Bundles the node's program from its sources, for tests: a bundle starts four times as fast. Equal
 * sources share one file, across processes.
 *
 * @returns Its path.
 */
export function bundleNode(): string {
  made ??= bundle(join(import.meta.dirname, 'nodeProgram.ts'))
  return made
}

function bundle(source: string): string {
  // Loaded at run time: the product ships the program as a file, without a bundler.
  const { buildSync }: typeof import('esbuild') = require('esbuild')
  const { outputFiles } = buildSync({
    entryPoints: [source],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['litesvm'],
    banner: { js: banner },
    logLevel: 'warning',
  })
  const code = outputFiles[0]?.contents ?? new Uint8Array()
  const name = createHash('sha256').update(code).digest('hex').slice(0, 16)
  const file = join(folder, `${name}.mjs`)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    // Other processes may be writing the same file.
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, code)
    renameSync(unfinished, file)
  }
  return file
}
