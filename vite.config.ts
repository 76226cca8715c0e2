import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** What a first visit runs. */
const entry = join(import.meta.dirname, 'src/dashboard/app/main.tsx')

/** What of a module the bundler tells. */
type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

export default defineConfig({
  plugins: [react(), tailwindcss(), withoutJsonSchema()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: startChunks() }] } } },
  },
  test: { include: ['src/**/*.test.{ts,tsx}'], testTimeout: 20_000 },
})

/**
 * Puts all that the entry imports statically in one file, so that a first visit makes few requests.
 * Packages of which lazy pages use other parts are left to the bundler: whole, they would weigh more.
 */
function startChunks() {
  const shared = /node_modules\/(viem|@noble|ox|abitype|lucide-react)\//
  const start = new Set<string>()
  return (id: string, graph: Graph) => {
    const waiting = start.size === 0 ? [entry] : []
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (start.has(next)) continue
      start.add(next)
      waiting.push(...(graph.getModuleInfo(next)?.importedIds ?? []))
    }
    return start.has(id) && !shared.test(id) ? 'start' : null
  }
}

/** The browser reads with zod schemas and never writes JSON Schema from them: 5 kB less. */
function withoutJsonSchema(): Plugin {
  return {
    name: 'estuary:without-json-schema',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      if (!/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return null
      const names = readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)
      return [...names].map(([, name]) => `export const ${name} = () => () => undefined`).join('\n')
    },
  }
}
