import { translate } from '../../../language/translate.ts'
import { SigningError } from '../../requests/signingError.ts'
import { openInWalletApp } from './openInWalletApp.ts'
import { pairWallet } from './pairWallet.ts'
import {
  openSignClient,
  type WalletConnectClient,
  type WalletConnectSession,
} from './signClient.ts'
import { askedMethods, readAllowed } from './walletConnectProvider.ts'

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
  return { options, ...page, chainId: page.known[0] ?? 1, client: undefined }
}

/** WalletConnect's client, opened once. */
export async function openClient(link: WalletConnectLink): Promise<WalletConnectClient> {
  const { projectId, relayUrl } = link.options
  link.client ??= openSignClient({ projectId, relayUrl }).then((client) => {
    client.on('session_delete', link.onEnd)
    client.on('session_expire', link.onEnd)
    client.on('session_update', ({ params }) => link.onAccounts(readAllowed(params).accounts))
    return client
  })
  return link.client
}

/** The session in use; undefined when there is none. */
export function findSession({ session }: WalletConnectClient): WalletConnectSession | undefined {
  return session.getAll().at(-1)
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
  const session = findSession(await openClient(link))
  if (!session) throw new SigningError('ABSENT', translate('The wallet ended its connection.'))
  const { accounts, chainIds } = readAllowed(session)
  link.chainId = link.known.find((id) => chainIds.includes(id)) ?? link.chainId
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
  try {
    link.chainId = findSharedChain(link, session)
  } catch (cause) {
    await endSessions(client)
    throw cause
  }
  await openInWalletApp(client, session)
  return readAllowed(session).accounts
}

/** Returns the first chain of the network that a wallet shared. @throws SigningError `CHAIN` */
function findSharedChain({ known }: WalletConnectLink, session: WalletConnectSession): number {
  const { chainIds } = readAllowed(session)
  const first = known.find((id) => chainIds.includes(id))
  if (first !== undefined) return first
  throw new SigningError(
    'CHAIN',
    translate('{wallet} shared none of the chains that are used here. Add one there.', {
      wallet: session.peer.metadata.name,
    }),
  )
}
