import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { keepFirst, removeOldest, computeSourceHash } from './builtFolders.ts'

/** Paths of the bundled programs of `npm start`. */
export type Program = {
  /** Supervisor: nodes, database, dashboard, service. */
  product: string
  /** The service as the supervisor's child: API and worker, with the devnet's routes. */
  serve: string
  /** The standalone service, with roles by environment: here the attestor. */
  service: string
  /** The local Solana node. */
  solanaNode: string
}

const entries = {
  product: 'src/cli/start/product.ts',
  serve: 'src/cli/serve/serve.ts',
  service: 'src/service/main.ts',
  solanaNode: 'src/devnet/solana/node/nodeProgram.ts',
}
const sources = [
  'src/chains',
  'src/cli',
  'src/contracts/abi',
  'src/contracts/bytecode',
  'src/contracts/solana/escrowProgram.ts',
  'src/devnet',
  'src/networks',
  'src/protocol',
  'src/service',
  'package-lock.json',
]

/**
 * Bundles the programs once for each state of the sources: a bundle starts in under a second, the
 * sources take two.
 *
 * @param root - Folder of the project.
 */
export async function bundleProgram(root: string): Promise<Program> {
  const home = path.join(root, '.cache', 'program')
  const folder = path.join(home, computeSourceHash(root, sources))
  if (!existsSync(folder)) await bundleInto(folder, { root, home })
  return {
    product: path.join(folder, 'product.js'),
    serve: path.join(folder, 'serve.js'),
    service: path.join(folder, 'service.js'),
    solanaNode: path.join(folder, 'solanaNode.js'),
  }
}

async function bundleInto(folder: string, where: { root: string; home: string }): Promise<void> {
  mkdirSync(where.home, { recursive: true })
  const unfinished = `${folder}.${process.pid}`
  await bundle(entries, { root: where.root, folder: unfinished })
  keepFirst(unfinished, { folder })
  // An older bundle may still be running.
  removeOldest(where.home, { keep: 4 })
}

/**
 * Bundles programs with all their imports except native code.
 *
 * @param entryPoints - Files relative to the project's folder, by output name.
 */
export async function bundle(
  entryPoints: Readonly<Record<string, string>>,
  { root, folder }: { root: string; folder: string },
): Promise<void> {
  // Loaded on demand: most starts find their bundle.
  const { build, stop } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints: { ...entryPoints },
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minifySyntax: true,
    legalComments: 'none',
    // Native code stays where it is installed.
    external: ['pg-native', 'litesvm'],
    // CommonJS packages need `require` and their own path.
    banner: {
      js: [
        "import { createRequire as makeRequire } from 'node:module'",
        'const require = makeRequire(import.meta.url)',
        'const __filename = import.meta.filename, __dirname = import.meta.dirname',
      ].join(';'),
    },
    logLevel: 'warning',
  })
  // Otherwise its helper process lives as long as this one.
  await stop()
}
