/** Markup that is safe to insert into a page unescaped. */
export type Html = { readonly markup: string }

/** A template value: text is escaped, markup is not, lists are joined. */
export type HtmlValue = string | number | bigint | Html | readonly Html[]

/** A table row: label and value; each item of a list has a line of its own. */
export type Fact = readonly [name: string, value: HtmlValue]

/** The explorer's style sheet: readable in light and dark, at any width. */
export const styleSheet = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem }
table { border-collapse: collapse; width: 100% }
tr { border-bottom: 1px solid #8884 }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 1rem 0.35rem 0 }
th { font-weight: 500; width: 11rem }
td { font: 0.9rem/1.6 ui-monospace, monospace }
a { color: inherit; text-underline-offset: 0.2em }
@media (max-width: 40rem) { tr, th, td { display: block } th { padding-bottom: 0 } }
`

/** Builds markup from a template, escaping every value that is not markup itself. */
export function html(texts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return { markup: texts.map((text, index) => text + toMarkup(values[index] ?? '')).join('') }
}

function toMarkup(value: HtmlValue): string {
  if (typeof value === 'object')
    return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
  return String(value).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Wraps a body as a page; the policy forbids inline styles and scripts. */
export function renderPage(title: string, body: Html, status = 200): DevnetResponse {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="icon" href="/mark.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/explorer/style.css" />
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

/** Renders a table of facts under a heading; nothing when there are none. */
export function renderFacts(facts: readonly Fact[], heading = ''): Html {
  const rows = facts.map(([name, value]) => {
    const cell = Array.isArray(value) ? value.map((line) => html`${line}<br />`) : value
    return html`<tr>
      <th scope="row">${name}</th>
      <td>${cell}</td>
    </tr>`
  })
  const title = heading === '' ? '' : html`<h2>${heading}</h2>`
  return facts.length === 0
    ? html``
    : html`${title}
        <table>
          <tbody>
            ${rows}
          </tbody>
        </table>`
}

/** Request to a devnet route: the parsed JSON body, path parameters and query. */
export type DevnetRequest = {
  body: unknown
  params: Record<string, string>
  query: Record<string, string>
}

/** Response of a devnet route; `body` is text of the given type. */
export type DevnetResponse = { status: number; contentType: string; body: string }

/** A devnet route for any server to mount; `:name` in the path is a parameter. */
export type DevnetRoute = {
  method: 'GET' | 'POST'
  path: string
  handle: (input: DevnetRequest) => Promise<DevnetResponse>
}
