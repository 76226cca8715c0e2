import { pathToFileURL } from 'node:url'

import { bundleProgram } from '../build/programBundle.ts'

// `npm start`: bundles the program when its sources have changed, then becomes it. Runs in the
// project's folder, where npm runs scripts.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  // Nothing runs yet but the bundler, which ends with this process.
  process.on(signal, () => process.exit(0))
const { product } = await bundleProgram(process.cwd())
await import(pathToFileURL(product).href)
