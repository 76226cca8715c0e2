import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** References between files, by paths relative to the project's folder. */
export type ImportGraph = {
  files: readonly string[]
  /** These files and all that refer to them, directly or indirectly. */
  dependents: (files: Iterable<string>) => ReadonlySet<string>
}

const folders = ['src', 'e2e']
const code = /\.(ts|tsx|mjs|css)$/
/**
 * Matches quoted paths: imports of any kind, and files that are run or read. The house rules require full
 * paths with extensions.
 */
const named = /['"`]((?:#|\.{1,2}\/|src\/)[\w@./-]+\.\w+)['"`]/g

/** Reads the project's sources and the references between them. */
export function readImportGraph(root: string): ImportGraph {
  const files = folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(folder, name),
      ),
    )
    .filter((file) => statSync(path.join(root, file)).isFile())
  const importers = new Map<string, string[]>()
  for (const file of files.filter((name) => code.test(name)))
    for (const target of findNames(root, file))
      importers.set(target, [...(importers.get(target) ?? []), file])
  return {
    files,
    dependents(start) {
      const found = new Set(start)
      for (const file of found)
        for (const importer of importers.get(file) ?? []) found.add(importer)
      return found
    },
  }
}

function findNames(root: string, file: string): ReadonlySet<string> {
  const text = readFileSync(path.join(root, file), 'utf8')
  const names = [...text.matchAll(named)].map(([, name = '']) => resolvePath(name, file))
  return new Set(names.filter((name) => existsSync(path.join(root, name))))
}

function resolvePath(name: string, importer: string): string {
  if (name.startsWith('#')) return path.join('src', name.slice(1))
  return name.startsWith('src/') ? name : path.join(path.dirname(importer), name)
}
