import path from 'node:path'

import { build } from 'vite'

import type { BuiltChunk } from '../../build/builtChunks.ts'
import { findLazyErrors } from './lazyExtras.ts'
import { runFolder } from '../../tests/runFolder.ts'

// First step of `npm run budget`: builds the dashboard into the run's folder for measurement, and checks
// that a first visit loads nothing that can be deferred.
const chunks: BuiltChunk[] = []
await build({
  logLevel: 'warn',
  build: { outDir: path.join(runFolder, 'dist'), emptyOutDir: true },
  plugins: [
    {
      name: 'estuary:budget',
      generateBundle(_options, bundle) {
        chunks.push(...Object.values(bundle).filter((file) => file.type === 'chunk'))
      },
    },
  ],
})
const faults = findLazyErrors(chunks)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
