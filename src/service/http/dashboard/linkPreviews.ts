import { escapeHtml } from './basePath.ts'

type Preview = { title: string; description: string }

/**
 * What is said of a link where it is shared, by the first part of its path. Fixed sentences: what stands
 * in a link's query or behind that part never gets into its preview, or a link could make it say a thing.
 */
const previews: Readonly<Record<string, Preview>> = {
  swap: {
    title: 'Swap',
    description: 'Pay from several chains, receive on one. You review and sign in your own wallet.',
  },
  send: {
    title: 'Send',
    description:
      'The recipient gets the exact amount, paid from all of your chains. You review and sign in your own wallet.',
  },
  call: {
    title: 'Contract call',
    description:
      'Call contracts on one chain and pay from others. Each call is decoded and simulated before you sign.',
  },
  history: {
    title: 'History',
    description: 'What your accounts swapped, sent and called, on every chain.',
  },
  settings: {
    title: 'Settings',
    description: 'Theme, language, currency, slippage, and the data in this browser.',
  },
  receipt: {
    title: 'Verify a receipt',
    description: 'Every signature and hash of a receipt is recomputed in your own browser.',
  },
  watch: {
    title: 'View an address',
    description:
      'Balances of an address on every chain, without a wallet and with nothing to sign.',
  },
  executions: {
    title: 'Follow an execution',
    description: 'A swap, a transfer or a contract call, followed on the chains until it ends.',
  },
}

/**
 * Builds the page for each kind of link ahead of the requests, and returns which one a path gets.
 *
 * @param page - The page with the title and descriptions of the home page.
 */
export function createLinkPreviews(page: string): (path: string) => string {
  const pages = new Map(
    Object.entries(previews).map(([name, preview]) => [name, withPreview(page, preview)]),
  )
  return (path) => pages.get(getFirstPart(path)) ?? page
}

/** Whether a path is of a kind that is shared: those who show previews say of no page that they want HTML. */
export function hasLinkPreview(path: string): boolean {
  return Object.hasOwn(previews, getFirstPart(path))
}

function getFirstPart(path: string): string {
  return /^\/(\w+)(?=\/|$)/.exec(path)?.[1] ?? ''
}

function withPreview(page: string, { title, description }: Preview): string {
  const name = escapeHtml(`${title} · Estuary`)
  const sentence = escapeHtml(description)
  return page
    .replace(/<title>[^<]*/, () => `<title>${name}`)
    .replace(/(<meta\s+property="og:title"\s+content=")[^"]*/, (_, start) => `${start}${name}`)
    .replaceAll(
      /(<meta\s+(?:name="description"|property="og:description")\s+content=")[^"]*/g,
      (_, start) => `${start}${sentence}`,
    )
}
