import { createHash } from 'node:crypto'

import { build } from 'esbuild'
import type { Plugin } from 'vite'

/**
 * Builds the service worker as `sw.js`, with the list of the build's files in it: its address is
 * fixed, and it changes whenever a file does.
 *
 * @param source - Path of the worker's module.
 */
export function withOfflineWorker(source: string): Plugin {
  return {
    name: 'estuary:offline-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: await buildWorker(source, files.toSorted()),
        })
      },
    },
  }
}

async function buildWorker(source: string, files: readonly string[]): Promise<string> {
  const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    write: false,
    legalComments: 'none',
    define: { build: JSON.stringify({ version, files }) },
    logLevel: 'warning',
  })
  const [script] = outputFiles
  if (!script) throw new Error('The service worker is empty.')
  return script.text
}
