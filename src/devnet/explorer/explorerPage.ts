import { type Html, html, type HtmlValue } from './html.ts'
import type { DevnetResponse } from './route.ts'

/** Where the explorer's style sheet stands; the policy allows none inside a page. */
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

/** One line of a table: what it is, and its value. */
export type TableRow = readonly [name: string, value: HtmlValue]

/** Answers with a page of the explorer. */
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

/** What may be an id; anything else would be a sentence that somebody wants this page to say. */
const idText = /^[0-9A-Za-z]{1,100}$/

/** Answers that there is no such thing. `what` ends with the id that was asked for. */
export function renderMissing(sentence: string, id = ''): DevnetResponse {
  const what = idText.test(id) ? `${sentence} ${id}.` : `${sentence} of that name.`
  return renderPage({
    title: 'Not found',
    body: html`<p>${what}</p>`,
    status: 404,
  })
}

/** A table of facts. */
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

/** A link to a transaction, an address or a block of a chain, named as in the addresses of its pages. */
export function renderLink(
  chain: number | string,
  kind: 'tx' | 'address' | 'block',
  target: { id: string; text?: string },
): Html {
  const { id, text = id } = target
  return html`<a href="/explorer/${chain}/${kind}/${id}">${text}</a>`
}

/** Unix seconds as a date, UTC. */
export function formatDate(seconds: bigint): string {
  return new Date(Number(seconds) * 1_000).toISOString().replace('T', ' ').replace('.000Z', ' UTC')
}
