import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { Catalogue, holdsTexts, readTexts } from './languageFaults.ts'

const dashboard = 'src/dashboard'
const language = `${dashboard}/language`

/**
 * `npm run texts`: brings the catalogues up to the code. Adds each text that is new with an empty
 * translation, removes what nothing asks for, and sorts.
 */
function main(): void {
  const files = readdirSync(dashboard, { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(dashboard, name))
    .filter(holdsTexts)
    .map((name) => ({ path: name, text: readFileSync(name, 'utf8') }))
  const keys = [...readTexts(files).texts.keys()].toSorted()
  for (const name of readdirSync(language).filter((one) => one.endsWith('.json'))) {
    const file = path.join(language, name)
    const known = Catalogue.parse(JSON.parse(readFileSync(file, 'utf8')))
    const entries = keys.map((key) => [key, known[key] ?? ''] as const)
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
    const open = entries.filter(([, text]) => text === '')
    console.log(`${name}: ${open.length} texts to translate`)
  }
}

main()
