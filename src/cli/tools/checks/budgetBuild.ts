import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import { build } from 'vite'

import type { BuiltChunk } from '../../build/builtChunks.ts'
import { groupScripts } from './groupScripts.ts'
import { findLazyErrors } from './lazyExtras.ts'

// First step of `npm run budget`: builds the dashboard into the run's folder for measurement, checks that a
// first visit loads nothing that can be deferred, and writes which scripts each limit is for.
const runFolder = process.env['ESTUARY_RUN_FOLDER'] ?? '.cache/budget'
const chunks: BuiltChunk[] = []
await build({
  logLevel: 'warn',
  build: { outDir: path.resolve(runFolder, 'dist'), emptyOutDir: true },
  plugins: [
    {
      name: 'estuary:budget',
      generateBundle(_options, bundle) {
        chunks.push(...Object.values(bundle).filter((file) => file.type === 'chunk'))
      },
    },
  ],
})
await writeFile(path.join(runFolder, 'scripts.json'), JSON.stringify(groupScripts(chunks)))
const faults = findLazyErrors(chunks)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
