import { escapeHtml } from './escapeHtml.ts'

type Preview = { title: string; description: string }

/**
 * What is said of a link where it is shared, by the first part of its path. Fixed sentences: what stands
 * in a link's query or behind that part never gets into its preview, or a link could make it say a thing.
 */
const previews: Readonly<Record<string, Preview>> = {
  swap: {
    title: 'Swap',
    description:
      'Pay with what you hold on several chains, receive what you want on one. You check and sign it in your own wallet.',
  },
  send: {
    title: 'Send',
    description:
      'What arrives is exact, and it is paid from all of your chains. You check and sign it in your own wallet.',
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
    description: 'Theme, language, currency, slippage, and what this browser keeps.',
  },
  receipt: {
    title: 'Verify a receipt',
    description: 'Every signature and hash of a receipt is computed again, in your own browser.',
  },
  watch: {
    title: 'Look at an address',
    description: 'What an address holds on every chain, without a wallet and with nothing to sign.',
  },
  executions: {
    title: 'Follow an execution',
    description:
      'A swap, a transfer or a contract call, followed on the chains until it has ended.',
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
