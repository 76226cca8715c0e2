import { createConnector, type CreateConnectorFn } from 'wagmi'
import { getAddress, toHex } from 'viem'
import { z } from 'zod/mini'

import { cleanName } from '#protocol/ids/cleanName.ts'
import { translate } from '../../../language/translate.ts'
import { providerCode, ProviderError } from '../../errors/providerError.ts'
import { SigningError } from '../../errors/signingError.ts'
import { isPhone } from '../isPhone.ts'
import { pairWallet, toProviderError } from './pairWallet.ts'
import {
  openSignClient,
  type WalletConnectClient,
  type WalletConnectSession,
} from './signClient.ts'

/** The methods that a wallet is asked to allow. */
const methods = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
]

/** Time after which a relay that does not answer is said to be unreachable, milliseconds. */
const relayMs = 15_000

/** The parameters of a request for another chain. Source: EIP-3326. */
const SwitchParameters = z.tuple([z.object({ chainId: z.string() })])

/**
 * Creates the connector of wallets that are reached through WalletConnect's relay. wagmi's own is not
 * used: its provider does not follow a wallet to other accounts, takes accounts unchecked, and needs
 * packages for a window of another product.
 */
export function createWalletConnectConnector(options: {
  projectId: string
  relayUrl: string
}): CreateConnectorFn {
  return createConnector(({ chains, emitter }) => {
    let chainId = chains[0].id
    /** Names the session in use, once there is one. */
    let topic: string | undefined
    let client: Promise<WalletConnectClient> | undefined

    function open(): Promise<WalletConnectClient> {
      client ??= openSignClient(options).then((opened) => {
        opened.on('session_delete', leave)
        opened.on('session_expire', leave)
        opened.on('session_update', (event) => {
          if (event.topic === topic) void follow()
        })
        return opened
      })
      return client
    }
    function leave(event: { topic: string }): void {
      if (event.topic === topic) emitter.emit('disconnect')
    }
    /** Follows a wallet to other accounts or chains, and leaves it where those would not be taken. */
    async function follow(): Promise<void> {
      try {
        emitter.emit('change', { accounts: share(await find(), chains).accounts })
      } catch {
        await endSessions(await open())
        emitter.emit('disconnect')
      }
    }
    /** The session in use, or the one of an earlier visit. @throws ProviderError without one. */
    async function find(): Promise<WalletConnectSession> {
      const all = (await open()).session.getAll()
      const found = topic === undefined ? all.at(-1) : all.find((one) => one.topic === topic)
      if (found) return found
      throw new ProviderError(providerCode.unauthorized, translate('The wallet disconnected.'))
    }
    /** Connects a wallet by a code. */
    async function pair(): Promise<WalletConnectSession> {
      const opened = await open()
      const events = ['accountsChanged', 'chainChanged']
      const eip155 = { chains: chains.map(({ id }) => `eip155:${id}`), methods, events }
      const session = await pairWallet(opened, {
        asked: { optionalNamespaces: { eip155 } },
        relayMs,
      })
      await openInWalletApp(opened, session)
      return session
    }
    const provider = createProvider({
      open,
      find,
      getChainId: () => chainId,
      setChainId(to) {
        chainId = to
        emitter.emit('change', { chainId })
      },
    })
    return {
      id: 'walletConnect',
      name: 'WalletConnect',
      type: 'walletConnect',
      async connect({ isReconnecting = false } = {}) {
        const session = await (isReconnecting ? find() : pair())
        try {
          const { accounts, first } = share(session, chains)
          topic = session.topic
          chainId = first
          // It takes the place of the one before, which stays where this one is of no use.
          await endSessions(await open(), (one) => one !== session.topic)
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nobody asks for capabilities
          return { accounts: accounts as never, chainId }
        } catch (cause) {
          await endSessions(await open(), (one) => one === session.topic)
          throw cause
        }
      },
      disconnect: async () => endSessions(await open()),
      getAccounts: async () =>
        find().then(
          (session) => readShared(session).accounts,
          () => [],
        ),
      getChainId: async () => chainId,
      getProvider: async () => provider,
      isAuthorized: async () =>
        find().then(
          () => true,
          () => false,
        ),
      // What the wallet does is heard above.
      onAccountsChanged: () => undefined,
      onChainChanged: () => undefined,
      onDisconnect: () => undefined,
    }
  })
}

/** What a session shares, and the first of these chains in it. @throws SigningError `CHAIN` if none is. */
function share(session: WalletConnectSession, known: readonly { id: number }[]) {
  const shared = readShared(session)
  const first = known.find(({ id }) => shared.chainIds.includes(id))?.id
  if (first !== undefined) return { ...shared, first }
  const wallet = getWalletName(session)
  throw new SigningError(
    'CHAIN',
    translate('{wallet} didn’t share any chain used here. Add one there.', { wallet }),
  )
}

/** Ends sessions, all of them by default, also where the wallet does not hear of it. */
async function endSessions(
  client: WalletConnectClient,
  isOver: (topic: string) => boolean = () => true,
): Promise<void> {
  const reason = { code: 6000, message: 'disconnected' }
  const topics = client.session.getAll().map(({ topic }) => topic)
  await Promise.allSettled(
    topics.filter(isOver).map((topic) => client.disconnect({ topic, reason })),
  )
}

/** Creates an EIP-1193 provider for the session in use. Every request names its chain. */
function createProvider(link: {
  open: () => Promise<WalletConnectClient>
  find: () => Promise<WalletConnectSession>
  getChainId: () => number
  setChainId: (chainId: number) => void
}) {
  return {
    async request({ method, params = [] }: { method: string; params?: unknown }): Promise<unknown> {
      const session = await link.find()
      const shared = readShared(session)
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return shared.accounts
      if (method === 'eth_chainId') return toHex(link.getChainId())
      if (method === 'wallet_switchEthereumChain') {
        const wanted = Number(SwitchParameters.parse(params)[0].chainId)
        // Each request says on which chain it is: a chain that the wallet shared needs no question.
        if (!shared.chainIds.includes(wanted)) throw createChainError(session)
        link.setChainId(wanted)
        return null
      }
      if (!shared.methods.includes(method))
        throw method === 'wallet_addEthereumChain'
          ? createChainError(session)
          : new ProviderError(
              providerCode.unsupportedMethod,
              translate('{method} isn’t supported.', { method }),
            )
      const { topic } = session
      const chainId = `eip155:${link.getChainId()}`
      const client = await link.open()
      return client
        .request({ topic, chainId, request: { method, params } })
        .catch((cause: unknown) => {
          throw toProviderError(cause)
        })
    },
  }
}

function createChainError(session: WalletConnectSession): ProviderError {
  return new ProviderError(
    providerCode.unknownChain,
    translate('{wallet} didn’t share this chain. Add it there, then disconnect and reconnect.', {
      wallet: getWalletName(session),
    }),
  )
}

/** What a session allows on EVM chains. */
type Shared = { accounts: `0x${string}`[]; chainIds: number[]; methods: string[] }

/** Most accounts of one wallet that are read, on all chains together. */
const maxAccounts = 1_000

/**
 * Reads a session, without what is no account of an EVM chain: the wallet may write anything.
 * Namespaces are `eip155`, or `eip155:1` for one chain. Source: CAIP-217.
 */
function readShared({ namespaces }: WalletConnectSession): Shared {
  const evm = Object.entries(namespaces)
    .filter(([name]) => /^eip155(:|$)/.test(name))
    .map(([, namespace]) => namespace)
  const accounts = evm
    .flatMap((one) => one.accounts)
    .slice(0, maxAccounts)
    .filter((account) => /^eip155:[1-9]\d{0,15}:0x[\da-f]{40}$/i.test(account))
    .map((account) => account.split(':'))
  return {
    accounts: [...new Set(accounts.map(([, , address = '']) => getAddress(address.toLowerCase())))],
    chainIds: [...new Set(accounts.map(([, chain]) => Number(chain)))],
    methods: evm.flatMap((one) => one.methods),
  }
}

/** Longest name of a wallet that is shown, characters. */
const maxName = 40

const Link = z.catch(z.optional(z.string()), undefined)
/** What a wallet says of itself, where it keeps to the protocol: it may write anything. */
const Metadata = z.catch(
  z.object({
    name: z.catch(z.string(), ''),
    redirect: z.catch(z.object({ native: Link, universal: Link }), {}),
  }),
  { name: '', redirect: {} },
)

/** What a wallet calls itself, in one line without invisible characters. */
function getWalletName({ peer }: WalletConnectSession): string {
  const { name } = Metadata.parse(peer.metadata)
  return cleanName(name, maxName) || 'WalletConnect'
}

/** Where the sign client looks for the app to open with each request. Source: its `getDeepLink`. */
const storageKey = 'WALLETCONNECT_DEEPLINK_CHOICE'

/**
 * Schemes that run code or show a page in place of this one, dial, write a message, or let the link
 * choose any app.
 */
const notApps =
  /^(about|blob|data|file|filesystem|ftp|http|intent|javascript|mailto|sms|smsto|tel|vbscript|view-source|ws|wss):/i

/** On a phone, has each request open the wallet's app, where the wallet says how. */
export async function openInWalletApp(
  { core }: WalletConnectClient,
  { peer }: WalletConnectSession,
): Promise<void> {
  const { name, redirect } = Metadata.parse(peer.metadata)
  const { native, universal } = redirect
  const href = [native, universal].find(
    (one = '') => /^[a-z][a-z0-9+.-]*:/i.test(one) && !notApps.test(one),
  )
  if (!isPhone() || href === undefined) await core.storage.removeItem(storageKey)
  else await core.storage.setItem(storageKey, { href, name })
}
