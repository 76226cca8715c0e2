import { isLoopbackName } from '#protocol/http/parseHostName.ts'

/** A wallet on a phone, and the link that opens a page in the wallet's own browser. */
export type PhoneWalletLink = { name: string; href: string }

/** Where each app takes the page to open. Source: their documentation of the `browse` link. */
const apps = [
  { name: 'Phantom', browse: 'https://phantom.app/ul/browse/' },
  { name: 'Solflare', browse: 'https://solflare.com/ul/v1/browse/' },
] as const

/**
 * Links to Solana wallets on a phone. In their own browser they announce themselves like an
 * extension. Only the app's address is passed, never a form that stands in it: the link goes to the
 * wallet's website where the app is missing.
 *
 * @param page.base - Path of the app, without a trailing slash.
 * @returns None for a page that only this machine can reach.
 */
export function buildPhoneWalletLinks(page: {
  origin: string
  base: string
}): readonly PhoneWalletLink[] {
  const { origin, base } = page
  const { protocol, hostname } = new URL(origin)
  if (protocol !== 'https:' || isLoopbackName(hostname)) return []
  const [url, from] = [`${origin}${base}/`, origin].map((one) => encodeURIComponent(one))
  return apps.map(({ name, browse }) => ({ name, href: `${browse}${url}?ref=${from}` }))
}
