import { type BuiltChunk, collectChunks } from '../../build/builtChunks.ts'

/** Scripts of a build by what loads them: paths below the build's folder. */
export type ScriptGroups = {
  /** A first visit: the entry and all it imports statically. */
  initial: string[]
  /** What each page loads in addition, by the name of its module. */
  pages: Record<string, string[]>
  /** What a choice of the user loads: dialogs, wallets, languages. */
  onDemand: string[]
}

const page = /\/dashboard\/pages\/\w+\/(\w+Page)\.tsx$/

/** Groups the scripts of a build by what loads them. */
export function groupScripts(chunks: readonly BuiltChunk[]): ScriptGroups {
  const initial = new Set(collectChunks(chunks, 'index.html'))
  const names = chunks.flatMap(({ facadeModuleId }) => page.exec(facadeModuleId ?? '')?.[1] ?? [])
  const pages = names.toSorted().map((name) => {
    const added = collectChunks(chunks, `${name}.tsx`).filter((chunk) => !initial.has(chunk))
    return [name, added.map(({ fileName }) => fileName)] as const
  })
  const loaded = new Set([
    ...[...initial].map(({ fileName }) => fileName),
    ...pages.flatMap(([, files]) => files),
  ])
  return {
    initial: [...initial].map(({ fileName }) => fileName),
    pages: Object.fromEntries(pages),
    onDemand: chunks.map(({ fileName }) => fileName).filter((fileName) => !loaded.has(fileName)),
  }
}
