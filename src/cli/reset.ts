import { rmSync } from 'node:fs'
import path from 'node:path'

import { readSettings } from './settings.ts'

// `npm run reset`: forgets the devnet. The next start makes a new one.
process.chdir(path.join(import.meta.dirname, '../..'))
const { dataDir } = readSettings(process.env)
rmSync(dataDir, { recursive: true, force: true })
console.log(`${path.relative(process.cwd(), dataDir) || dataDir} is deleted; npm start begins anew.`)
