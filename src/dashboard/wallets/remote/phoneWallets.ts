import { isLoopbackName } from '#protocol/http/parseHostName.ts'

/** A wallet on a phone, and the link that opens a page in the wallet's own browser. */
export type PhoneWalletLink = { name: string; href: string }

/** A page as each app takes it. */
type Page = { url: string; encoded: string; encodedOrigin: string }
type App = { name: string; link: (page: Page) => string }

/**
 * How each app opens a page. Sources: docs.metamask.io ("Use deeplinks"), docs.cdp.coinbase.com ("Mobile
 * dapp integration"), developer.trustwallet.com ("Deep linking"), and the `browse` links of Phantom and
 * Solflare.
 */
const apps: Readonly<Record<'evm' | 'solana', readonly App[]>> = {
  evm: [
    {
      name: 'MetaMask',
      link: ({ url }) => `https://link.metamask.io/dapp/${url.replace('https://', '')}`,
    },
    {
      name: 'Coinbase Wallet',
      link: ({ encoded }) => `https://go.cb-w.com/dapp?cb_url=${encoded}`,
    },
    {
      name: 'Trust Wallet',
      link: ({ encoded }) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`,
    },
  ],
  solana: [
    {
      name: 'Phantom',
      link: ({ encoded, encodedOrigin }) =>
        `https://phantom.app/ul/browse/${encoded}?ref=${encodedOrigin}`,
    },
    {
      name: 'Solflare',
      link: ({ encoded, encodedOrigin }) =>
        `https://solflare.com/ul/v1/browse/${encoded}?ref=${encodedOrigin}`,
    },
  ],
}

/**
 * Links to wallets on a phone. In their own browser they announce themselves like an extension. Only the
 * app's address is passed, never a form that stands in it: the link goes to the wallet's website where the
 * app is missing.
 *
 * @param page.base - Path of the app, without a trailing slash.
 * @returns None for a page that only this machine can reach.
 */
export function buildPhoneWalletLinks(
  kind: 'evm' | 'solana',
  page: { origin: string; base: string },
): readonly PhoneWalletLink[] {
  const { origin, base } = page
  const { protocol, hostname } = new URL(origin)
  if (protocol !== 'https:' || isLoopbackName(hostname)) return []
  const url = `${origin}${base}/`
  const passed = {
    url,
    encoded: encodeURIComponent(url),
    encodedOrigin: encodeURIComponent(origin),
  }
  return apps[kind].map(({ name, link }) => ({ name, href: link(passed) }))
}
