/** A chunk of the build. */
export type BuiltChunk = {
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
