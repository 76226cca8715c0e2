import { isPhone } from '../isPhone.ts'
import type { WalletConnectClient, WalletConnectSession } from './signClient.ts'

/** Where the sign client looks for the app to open with each request. Source: its `getDeepLink`. */
const storageKey = 'WALLETCONNECT_DEEPLINK_CHOICE'

/** On a phone, has each request open the wallet's app, where the wallet says how. */
export async function openInWalletApp(
  { core }: WalletConnectClient,
  { peer }: WalletConnectSession,
): Promise<void> {
  const { native, universal } = peer.metadata.redirect ?? {}
  const href = [native, universal].find((one) => one !== undefined && isAppLink(one))
  if (!isPhone() || href === undefined) await core.storage.removeItem(storageKey)
  else await core.storage.setItem(storageKey, { href, name: peer.metadata.name })
}

/**
 * Schemes that run code or show a page in place of this one, dial, write a message, or let the link
 * choose any app.
 */
const notApps =
  /^(about|blob|data|file|filesystem|ftp|http|intent|javascript|mailto|sms|smsto|tel|vbscript|view-source|ws|wss):/i

/** Whether a link, which the wallet names, leads to its app. */
function isAppLink(href: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(href) && !notApps.test(href)
}
