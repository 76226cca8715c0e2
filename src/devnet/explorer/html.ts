/** Markup that is safe to insert into a page unescaped. */
export type Html = { readonly markup: string }

/** A template value: text is escaped, markup is not, lists are joined. */
export type HtmlValue = string | number | bigint | Html | readonly Html[]

/** Builds markup from a template, escaping every value that is not markup itself. */
export function html(texts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts = texts.map((text, index) => {
    const value = values[index]
    return value === undefined ? text : text + toMarkup(value)
  })
  return { markup: parts.join('') }
}

function toMarkup(value: HtmlValue): string {
  if (typeof value === 'object')
    return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
  return escapeHtml(String(value))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
