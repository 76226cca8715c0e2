import { pathToFileURL } from 'node:url'

import { bundleProgram } from '../build/programBundle.ts'

// `npm start`: bundles the program if its sources have changed, then runs it in this process. Runs in
// the project's folder.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  // Only the bundler runs so far, and it ends with this process.
  process.on(signal, () => process.exit(0))
const { product } = await bundleProgram(process.cwd())
await import(pathToFileURL(product).href)
