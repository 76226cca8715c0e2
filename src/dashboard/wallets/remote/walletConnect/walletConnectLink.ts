import { translate } from '../../../language/translate.ts'
import { SigningError } from '../../errors/signingError.ts'
import { pairWallet } from './pairWallet.ts'
import {
  openSignClient,
  type WalletConnectClient,
  type WalletConnectSession,
} from './signClient.ts'
import { askedMethods, getWalletName, readAllowed } from './walletConnectProvider.ts'
import { isPhone } from '../isPhone.ts'

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

/** Options of the connector. */
export type WalletConnectOptions = {
  projectId: string
  relayUrl: string
}

/** The page's end of the connection to a wallet. */
type WalletConnectLink = {
  options: WalletConnectOptions
  /** The chains of the network. */
  known: readonly number[]
  /** The chain of the next request. */
  chainId: number
  client: Promise<WalletConnectClient> | undefined
  /** Names the session in use, once there is one. */
  topic?: string
  /** The accounts that it shared. */
  owners: readonly `0x${string}`[]
  onAccounts: (accounts: readonly `0x${string}`[]) => void
  onEnd: () => void
}

/** Time after which a relay that does not answer is said to be unreachable, milliseconds. */
const relayMs = 15_000

/** Creates the link; nothing is loaded or asked yet. */
export function createWalletConnectLink(
  options: WalletConnectOptions,
  page: Pick<WalletConnectLink, 'known' | 'onAccounts' | 'onEnd'>,
): WalletConnectLink {
  return { options, ...page, chainId: page.known[0] ?? 1, client: undefined, owners: [] }
}

/** WalletConnect's client, opened once. */
export async function openClient(link: WalletConnectLink): Promise<WalletConnectClient> {
  const { projectId, relayUrl } = link.options
  link.client ??= openSignClient({ projectId, relayUrl }).then((client) => {
    client.on('session_delete', end)
    client.on('session_expire', end)
    client.on('session_update', ({ topic }) => {
      if (topic === link.topic) void followUpdate(link, client)
    })
    return client
  })
  return link.client

  function end({ topic }: { topic: string }): void {
    if (topic === link.topic) link.onEnd()
  }
}

/** The session in use, or the one of an earlier visit; undefined when there is none. */
export function findSession(
  { topic }: Pick<WalletConnectLink, 'topic'>,
  { session }: WalletConnectClient,
): WalletConnectSession | undefined {
  const all = session.getAll()
  return topic === undefined ? all.at(-1) : all.find((one) => one.topic === topic)
}

/** Follows a wallet to other accounts or chains, and leaves it where those would not be taken. */
async function followUpdate(link: WalletConnectLink, client: WalletConnectClient): Promise<void> {
  try {
    const session = findSession(link, client)
    if (!session) return
    takeSession(link, session)
    link.onAccounts(link.owners)
  } catch {
    await endSessions(client)
    link.onEnd()
  }
}

/** Ends all sessions, also where the wallet does not hear of it. */
export async function endSessions(client: WalletConnectClient): Promise<void> {
  const reason = { code: 6000, message: 'disconnected' }
  await Promise.all(
    client.session
      .getAll()
      .map(async ({ topic }) => client.disconnect({ topic, reason }).catch(() => undefined)),
  )
}

/** Returns the accounts of the session of an earlier visit. @throws SigningError `ABSENT` */
export async function restoreSession(link: WalletConnectLink): Promise<readonly `0x${string}`[]> {
  const session = findSession(link, await openClient(link))
  if (!session) throw new SigningError('ABSENT', translate('The wallet disconnected.'))
  const { accounts, chainIds } = readAllowed(session)
  link.chainId = link.known.find((id) => chainIds.includes(id)) ?? link.chainId
  link.topic = session.topic
  link.owners = accounts
  return accounts
}

/**
 * Connects a wallet by a code, in place of the one before.
 *
 * @returns Its accounts.
 * @throws SigningError when it declines, or shares no chain that is used here.
 */
export async function pairAnew(link: WalletConnectLink): Promise<readonly `0x${string}`[]> {
  const client = await openClient(link)
  await endSessions(client)
  const asked = {
    optionalNamespaces: {
      eip155: {
        chains: link.known.map((id) => `eip155:${id}`),
        methods: askedMethods,
        events: ['accountsChanged', 'chainChanged'],
      },
    },
  }
  const session = await pairWallet(client, { asked, relayMs })
  link.topic = session.topic
  link.owners = []
  try {
    link.chainId = takeSession(link, session)
  } catch (cause) {
    await endSessions(client)
    throw cause
  }
  await openInWalletApp(client, session)
  return link.owners
}

/**
 * Notes what a wallet shared; whether its accounts are held by a key is asked where they are used.
 *
 * @returns The first chain of the network that it shared.
 * @throws SigningError `CHAIN`
 */
function takeSession(link: WalletConnectLink, session: WalletConnectSession): number {
  const { accounts, chainIds } = readAllowed(session)
  const first = link.known.find((id) => chainIds.includes(id))
  if (first === undefined)
    throw new SigningError(
      'CHAIN',
      translate('{wallet} didn’t share any chain used here. Add one there.', {
        wallet: getWalletName(session),
      }),
    )
  link.owners = accounts
  return first
}
