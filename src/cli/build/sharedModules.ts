/** What the bundler knows of a module, as far as it is used here. */
type ModuleGraph = {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/**
 * Groups the modules that pages import, directly or not, so that a page is a few files instead of
 * thirty.
 *
 * @param pages - Paths of the pages' modules.
 * @param nameGroup - The group of a module, from the pages that import it: at least one; null for none.
 * @returns The group of a module by its path; null for one that no page imports, or that has none.
 */
export function groupByPages(
  pages: readonly string[],
  nameGroup: (importers: readonly string[]) => string | null,
): (id: string, graph: ModuleGraph) => string | null {
  let imports: ReadonlyMap<string, ReadonlySet<string>> | undefined
  return (id, graph) => {
    imports ??= new Map(pages.map((page) => [page, collectImports(page, graph)]))
    const importers = [...imports].flatMap(([page, ids]) => (ids.has(id) ? [page] : []))
    return importers.length === 0 ? null : nameGroup(importers)
  }
}

/** A page's module and all that it imports statically. */
function collectImports(page: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set([page])
  for (const id of found)
    for (const other of graph.getModuleInfo(id)?.importedIds ?? []) found.add(other)
  return found
}
