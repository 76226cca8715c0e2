import { readFileSync } from 'node:fs'

import type { Plugin } from 'vite'

/**
 * Takes of the icon package, which holds thousands of icons in one file, those that the app shows.
 *
 * @throws Error when the package has none of a name.
 */
export function pruneLogos(names: readonly string[]): Plugin {
  return {
    name: 'estuary:pruned-logos',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('/@iconify-json/token/icons.json')) return null
      const { icons }: { icons: Record<string, { body: string }> } = JSON.parse(
        readFileSync(id, 'utf8'),
      )
      const kept = names.map((name) => {
        const icon = icons[name]
        if (!icon) throw new Error(`The icon package has no "${name}".`)
        return [name, { body: shortenNumbers(icon.body) }] as const
      })
      return JSON.stringify({ icons: Object.fromEntries(kept) })
    },
  }
}

/** Two decimals are a hundredth of a pixel. */
function shortenNumbers(text: string): string {
  return text.replace(/(\.\d\d)\d+/g, '$1')
}
