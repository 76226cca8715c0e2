/** What the bundler tells of a file of the build. */
export type BuiltChunk = {
  fileName: string
  /** The module it was made for: a page's own, or `index.html`; null for what several share. */
  facadeModuleId: string | null
  /** Files that it imports statically. */
  imports: readonly string[]
  /** Paths of all modules in it. */
  moduleIds: readonly string[]
}

/**
 * Gives the chunk of a module and every chunk that it imports statically, one after the other.
 * @param module - end of the module's path, as `SwapPage.tsx`.
 * @throws Error when no chunk was made for it.
 */
export function collectChunks<chunk extends BuiltChunk>(
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
