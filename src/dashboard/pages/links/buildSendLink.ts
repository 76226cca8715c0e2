/** The page that sends, filled in: what arrives, how much of it, and who gets it. */
export function buildSendLink(form: {
  /** An aggregate, or an asset on the chain where it arrives; by default the page's own. */
  asset?: string | undefined
  /** A plain number (`1234.5`), or empty. */
  amount?: string | undefined
  /** An address or `<chain id>:<address>`. */
  to?: string | undefined
}): string {
  const filled = Object.entries(form).filter(([, text]) => text !== undefined && text !== '')
  const search = new URLSearchParams(filled.map(([name, text]) => [name, text ?? '']))
  return filled.length === 0 ? '/send' : `/send?${search.toString()}`
}
