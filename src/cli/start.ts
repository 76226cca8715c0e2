import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { bundleProgram } from './programBundle.ts'

// `npm start`: bundles the program when its sources have changed, then becomes it.
process.chdir(path.join(import.meta.dirname, '../..'))
const { product } = await bundleProgram(process.cwd())
await import(pathToFileURL(product).href)
