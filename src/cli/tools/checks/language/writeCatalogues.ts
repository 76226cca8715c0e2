import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { holdsTexts, type PartCatalogue, readParts } from './languageFaults.ts'

const dashboard = 'src/dashboard'

/**
 * `npm run texts`: brings the catalogues up to the code. Adds each text that is new with an empty
 * translation, or the one that another part has for it; removes what nothing asks for; sorts.
 */
function main(): void {
  const files = readdirSync(dashboard, { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(dashboard, name))
    .filter(holdsTexts)
    .map((name) => ({ path: name, text: readFileSync(name, 'utf8') }))
  const parts = readParts(files)
  for (const code of readLanguages()) {
    const folder = path.join(dashboard, 'language', code)
    const known = readFolder(folder)
    const everywhere: PartCatalogue = Object.assign({}, ...known.values())
    let open = 0
    for (const { name, texts } of parts) {
      const keys = [...new Set(texts.map(({ key }) => key))].toSorted()
      const own = known.get(name)
      const entries = keys.map((key) => [key, own?.[key] || everywhere[key] || ''] as const)
      open += entries.filter(([, text]) => text === '').length
      writePart(path.join(folder, `${name}.json`), entries)
      known.delete(name)
    }
    for (const name of known.keys()) rmSync(path.join(folder, `${name}.json`))
    console.log(`${code}: ${open} texts to translate`)
  }
}

function readLanguages(): string[] {
  const entries = readdirSync(path.join(dashboard, 'language'), { withFileTypes: true })
  return entries.filter((one) => one.isDirectory()).map(({ name }) => name)
}

function readFolder(folder: string): Map<string, PartCatalogue> {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return new Map(
    names.map((name): [string, PartCatalogue] => [
      path.parse(name).name,
      JSON.parse(readFileSync(path.join(folder, name), 'utf8')),
    ]),
  )
}

function writePart(file: string, entries: readonly (readonly [string, string])[]): void {
  mkdirSync(path.dirname(file), { recursive: true })
  if (entries.length === 0) rmSync(file, { force: true })
  else writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
}

main()
