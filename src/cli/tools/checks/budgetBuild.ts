import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'

// First step of `npm run budget`: builds the dashboard into the run's folder for measurement, and writes
// which scripts each limit is for: those of a first visit, what each page loads in addition, and the rest.
const runFolder = process.env['ESTUARY_RUN_FOLDER'] ?? '.cache/budget'
const page = /\/dashboard\/pages\/\w+\/(\w+Page)\.tsx$/
const chunks: BuiltChunk[] = []
await build({
  logLevel: 'warn',
  build: { outDir: path.resolve(runFolder, 'dist'), emptyOutDir: true },
  plugins: [
    {
      name: 'estuary:budget',
      generateBundle(_options, bundle) {
        chunks.push(...Object.values(bundle).filter((file) => file.type === 'chunk'))
      },
    },
  ],
})
const initial = list(collectChunks(chunks, 'index.html'))
const names = chunks.flatMap(({ facadeModuleId }) => page.exec(facadeModuleId ?? '')?.[1] ?? [])
const pages = Object.fromEntries(
  names.toSorted().map((name) => {
    const files = list(collectChunks(chunks, `${name}.tsx`))
    return [name, files.filter((file) => !initial.includes(file))]
  }),
)
const loaded = new Set([...initial, ...Object.values(pages).flat()])
const onDemand = list(chunks).filter((file) => !loaded.has(file))
await writeFile(path.join(runFolder, 'scripts.json'), JSON.stringify({ initial, pages, onDemand }))

function list(files: readonly BuiltChunk[]): string[] {
  return files.map(({ fileName }) => fileName)
}

/** A chunk of the build. */
type BuiltChunk = {
  fileName: string
  /** Its entry module: a page, or `index.html`; null for a shared chunk. */
  facadeModuleId: string | null
  /** Files it imports statically. */
  imports: readonly string[]
  /** Paths of all modules in it. */
  moduleIds: readonly string[]
}

/**
 * Yields the chunk of a module and all chunks it imports statically.
 *
 * @param module - End of the module's path, such as `SwapPage.tsx`.
 * @throws Error when no chunk has this entry module.
 */
function collectChunks<chunk extends BuiltChunk>(
  chunks: readonly chunk[],
  module: string,
): chunk[] {
  const first = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`))
  if (!first) throw new Error(`The build has no file of ${module}.`)
  const found = new Set([first])
  for (const { imports } of found)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  return [...found]
}
