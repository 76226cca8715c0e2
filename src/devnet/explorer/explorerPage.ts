import { type Html, html, type HtmlValue } from './html.ts'
import type { DevnetResponse } from './route.ts'

/** Path of the explorer's style sheet; the policy forbids inline styles. */
export const styleSheetPath = '/explorer/style.css'

/** The explorer's style sheet: readable in light and dark, at any width. */
export const styleSheet = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere }
h1 { font-size: 1.4rem; margin: 1rem 0; overflow-wrap: anywhere }
h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 1rem 0.35rem 0; border-bottom: 1px solid #8884 }
th { font-weight: 500; white-space: nowrap }
td { overflow-wrap: anywhere; font-family: ui-monospace, monospace; font-size: 0.9rem }
a { color: inherit; text-underline-offset: 0.2em }
`

/** A table row: label and value. */
export type TableRow = readonly [name: string, value: HtmlValue]

/** Wraps a body as a page of the explorer. */
export function renderPage(page: { title: string; body: Html; status?: number }): DevnetResponse {
  const { title, body, status = 200 } = page
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="icon" href="/mark.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${styleSheetPath}" />
      </head>
      <body>
        <nav><a href="/explorer">Local chains</a></nav>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`
  return { status, contentType: 'text/html; charset=utf-8', body: document.markup }
}

/** Pattern of valid ids; any other text could be a message that somebody wants the page to show. */
const idText = /^[0-9A-Za-z]{1,100}$/

/** Renders a 404 page; its sentence ends with the requested id. */
export function renderMissing(sentence: string, id = ''): DevnetResponse {
  const what = idText.test(id) ? `${sentence} ${id}.` : `${sentence} of that name.`
  return renderPage({
    title: 'Not found',
    body: html`<p>${what}</p>`,
    status: 404,
  })
}

/** Renders a table of facts. */
export function renderFacts(facts: readonly TableRow[]): Html {
  const rows = facts.map(
    ([name, value]) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td>${value}</td>
      </tr>`,
  )
  return html`<table>
    <tbody>
      ${rows}
    </tbody>
  </table>`
}

/** Renders a link to a transaction, an address or a block; `chain` is as in the pages' paths. */
export function renderLink(
  chain: number | string,
  kind: 'tx' | 'address' | 'block',
  target: { id: string; text?: string },
): Html {
  const { id, text = id } = target
  return html`<a href="/explorer/${chain}/${kind}/${id}">${text}</a>`
}

/** Formats Unix seconds as a UTC date. */
export function formatDate(seconds: bigint): string {
  return new Date(Number(seconds) * 1_000).toISOString().replace('T', ' ').replace('.000Z', ' UTC')
}
