import { pathToFileURL } from 'node:url'

import { bundleProgram } from './programBundle.ts'

// `npm start`: bundles the program when its sources have changed, then becomes it. Runs in the
// project's folder, where npm runs scripts.
const { product } = await bundleProgram(process.cwd())
await import(pathToFileURL(product).href)
