import { isRecord } from '#protocol/ids/isRecord.ts'
import { translate } from '../../language/translate.ts'
import { getLocalWallet, watchLocalWallet } from './localWallet.ts'
import type { Prompts } from '../requests/prompts.ts'
import { providerCode, ProviderError } from '../requests/providerError.ts'
import { postToFirst } from '../requests/postToFirst.ts'

/** A chain the local wallet can switch to, with its RPC addresses, preferred first. */
export type LocalChain = { chainId: number; rpcUrls: readonly string[] }

type ProviderListener = (...values: readonly unknown[]) => void

/** An EIP-1193 provider. */
type Eip1193Provider = {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: ProviderListener): Eip1193Provider
  removeListener(event: string, listener: ProviderListener): Eip1193Provider
}

/** The local wallet's provider, with a method for the app to set RPC addresses. */
export type LocalProvider = Eip1193Provider & {
  isEstuary: true
  setChains(chains: readonly LocalChain[]): void
}

/** Options of {@link createLocalProvider}. */
export type LocalProviderOptions = {
  /** Whether a wallet without a passphrase may sign; true on a devnet only. */
  isPlayMoney: boolean
  prompts: Prompts
}

/**
 * Creates the local wallet's EIP-1193 provider, for the app's own connector; it is not announced.
 * All EVM signing goes through it. It prompts the user before each signature, except for requests
 * they confirmed in the app's review, and the prompt says who asks (see preApproval.ts). The code
 * that parses and signs is loaded with the first request.
 */
export function createLocalProvider(
  initial: readonly LocalChain[],
  options: LocalProviderOptions,
): LocalProvider {
  const listeners = new Map<string, Set<ProviderListener>>()
  const chains = new Map(initial.map(({ chainId, rpcUrls }) => [chainId, rpcUrls]))
  const keys = getLocalWallet().addresses.length
  const session = { chainId: initial[0]?.chainId ?? 1, isConnected: false, keys }
  function emit(event: string, value: unknown): void {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  const wallet: Wallet = { ...options, chains, session, emit }
  watchLocalWallet(() => followWallet(wallet))
  const provider: LocalProvider = {
    isEstuary: true,
    setChains(known) {
      for (const { chainId, rpcUrls } of known) chains.set(chainId, rpcUrls)
    },
    request({ method, params }) {
      return answer(wallet, { method, params: Array.isArray(params) ? params : [] })
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  // Frozen: a script that gets hold of it cannot replace `request` and intercept the app.
  return Object.freeze(provider)
}

type Wallet = LocalProviderOptions & {
  chains: Map<number, readonly string[]>
  /** `keys`: number of addresses last reported to the app. */
  session: { chainId: number; isConnected: boolean; keys: number }
  emit: (event: string, value: unknown) => void
}

type ProviderRequest = { method: string; params: readonly unknown[] }

/**
 * Reacts to changes of the wallet. Locking it dismisses waiting prompts; removing it disconnects.
 * A first key does not connect by itself: the page that created it does so once the account is
 * funded or its phrase written down.
 */
function followWallet(wallet: Wallet): void {
  const { addresses, status } = getLocalWallet()
  if (status !== 'unlocked')
    wallet.prompts.dismissPage(
      new ProviderError(
        providerCode.unauthorized,
        translate('The wallet is locked or was removed.'),
      ),
    )
  const { session } = wallet
  const isMore = session.keys > 0 && addresses.length !== session.keys
  session.keys = addresses.length
  const isGone = addresses.length === 0
  if (isGone ? !session.isConnected : !isMore) return
  if (isGone) session.isConnected = false
  wallet.emit('accountsChanged', addresses)
}

async function answer(wallet: Wallet, request: ProviderRequest): Promise<unknown> {
  const { method, params } = request
  const { session } = wallet
  switch (method) {
    case 'eth_requestAccounts':
    case 'wallet_requestPermissions':
      return connect(wallet, method)
    case 'eth_accounts':
      return getLocalWallet().addresses
    case 'wallet_getPermissions':
      return getLocalWallet().addresses.length > 0 ? [buildPermission()] : []
    case 'wallet_revokePermissions':
      session.isConnected = false
      wallet.emit('accountsChanged', [])
      return null
    case 'eth_chainId':
      return toHexQuantity(session.chainId)
    case 'net_version':
      return String(session.chainId)
    case 'wallet_switchEthereumChain':
      return switchChain(wallet, params[0])
    case 'wallet_addEthereumChain':
      return addChain(wallet, params[0])
    case 'eth_signTypedData_v4':
    case 'personal_sign':
    case 'wallet_signAuthorization':
    case 'eth_sendTransaction':
      return answerForPerson(wallet, request)
    default:
      return forward(wallet, request)
  }
}

/** Connects the app to all keys of the wallet. */
function connect(wallet: Wallet, method: string): unknown {
  const { addresses } = getLocalWallet()
  if (addresses.length === 0)
    throw new ProviderError(providerCode.unauthorized, translate('There is no local wallet.'))
  wallet.session.isConnected = true
  return method === 'eth_requestAccounts' ? addresses : [buildPermission()]
}

function buildPermission() {
  const { addresses } = getLocalWallet()
  return {
    parentCapability: 'eth_accounts',
    caveats: [{ type: 'restrictReturnedAccounts', value: addresses }],
  }
}

function switchChain(wallet: Wallet, wanted: unknown): null {
  const chainId = parseChainId(wanted)
  if (!wallet.chains.has(chainId))
    throw new ProviderError(
      providerCode.unknownChain,
      translate('Chain {chainId} isn’t supported here.', { chainId }),
    )
  if (chainId !== wallet.session.chainId) {
    wallet.session.chainId = chainId
    wallet.emit('chainChanged', toHexQuantity(chainId))
  }
  return null
}

function addChain(wallet: Wallet, wanted: unknown): null {
  const urls = isRecord(wanted) ? wanted['rpcUrls'] : undefined
  const url: unknown = Array.isArray(urls) ? urls[0] : undefined
  if (typeof url !== 'string')
    throw new ProviderError(
      providerCode.invalidParameters,
      translate('The chain has no provider (RPC) address.'),
    )
  wallet.chains.set(parseChainId(wanted), [url])
  return null
}

async function answerForPerson(wallet: Wallet, request: ProviderRequest): Promise<unknown> {
  const { answerSigning } = await import('./answerSigning.ts')
  return answerSigning(request, {
    ...wallet,
    chainId: wallet.session.chainId,
    rpc: (method, params) => forward(wallet, { method, params }),
  })
}

async function forward(wallet: Wallet, request: ProviderRequest): Promise<unknown> {
  const { method, params } = request
  const isRead = /^(eth_(?!sign)|net_|web3_)/.test(method)
  const urls = wallet.chains.get(wallet.session.chainId)
  if (!isRead || urls === undefined)
    throw new ProviderError(
      providerCode.unsupportedMethod,
      translate('{method} isn’t supported.', { method }),
    )
  const answered = await postToFirst(
    urls,
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  )
  if (!isRecord(answered))
    throw new ProviderError(providerCode.internal, translate('The chain returned nothing.'))
  const { error } = answered
  if (isRecord(error)) throw new ProviderError(Number(error['code']), String(error['message']))
  return answered['result']
}

function parseChainId(value: unknown): number {
  const chainId = Number(isRecord(value) ? value['chainId'] : undefined)
  if (!Number.isSafeInteger(chainId) || chainId <= 0)
    throw new ProviderError(providerCode.invalidParameters, translate('The request has no chain.'))
  return chainId
}

function toHexQuantity(value: number): string {
  return `0x${value.toString(16)}`
}
