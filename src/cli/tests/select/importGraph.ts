import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Which files name which others, by paths from the project's folder. */
export type ImportGraph = {
  files: readonly string[]
  /** The files themselves and all that name one of them, directly or through others. */
  dependents: (files: Iterable<string>) => ReadonlySet<string>
}

const folders = ['src', 'e2e']
const code = /\.(ts|tsx|mjs|css)$/
/**
 * A path in quotes: of an import, whatever its kind, or of a file that is run or read by its path. The
 * house rules have every path written out, with its extension.
 */
const named = /['"`]((?:#|\.{1,2}\/|src\/)[\w@./-]+\.\w+)['"`]/g

/** Reads the project's sources and which of them name which. */
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
