import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { HtmlTagDescriptor, Plugin } from 'vite'

/**
 * Adds a file for each language of the dashboard to the build, and an inert link to it to the page.
 * The links are what the app knows of languages: `boot.js` activates that of the user.
 *
 * @param folder - Has a folder for each language, named by its code, with catalogues of parts of
 *   the dashboard, which become one.
 */
export function withCatalogues(folder: string): Plugin {
  const codes = readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name)
  return {
    name: 'estuary:catalogues',
    apply: 'build',
    buildStart() {
      for (const code of codes) {
        const source = JSON.stringify(readCatalogue(join(folder, code)))
        this.emitFile({ type: 'asset', name: `${code}.json`, source })
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const assets = Object.values(bundle).filter((it) => it.type === 'asset')
        return codes.map((code): HtmlTagDescriptor => {
          const asset = assets.find(({ names }) => names.includes(`${code}.json`))
          if (!asset) throw new Error(`The build has no catalogue of the language ${code}.`)
          return {
            tag: 'link',
            attrs: {
              'data-language': code,
              'data-name': nameLanguage(code),
              'data-file': `/${asset.fileName}`,
            },
            injectTo: 'head-prepend',
          }
        })
      },
    },
  }
}

/** The language's own name for itself: `Deutsch`. Browsers take long to find it. */
function nameLanguage(code: string): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

function readCatalogue(folder: string): Record<string, string> {
  const parts = readdirSync(folder).map((name): Record<string, string> =>
    JSON.parse(readFileSync(join(folder, name), 'utf8')),
  )
  return Object.assign({}, ...parts)
}
