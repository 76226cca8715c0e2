import { readFileSync, writeFileSync } from 'node:fs'

import { configurationPath, writeTables } from './configurationPage.ts'

// `npm run variables`: writes the tables of CONFIGURATION.md from the schemas.
writeFileSync(configurationPath, writeTables(readFileSync(configurationPath, 'utf8')))
