import { isRecord } from './jsonRecord.ts'
import { localWallet, signerForProvider, watchLocalWallet } from './localWallet.ts'
import { providerCode, ProviderError } from './providerError.ts'

/** A chain that the local wallet can be on. */
export type LocalChain = { chainId: number; rpcUrl: string }

type Listener = (...values: readonly unknown[]) => void

/** An EIP-1193 provider. */
export type Eip1193Provider = {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: Listener): Eip1193Provider
  removeListener(event: string, listener: Listener): Eip1193Provider
}

/** The local wallet's provider with what only this app may do: say where chains are reached. */
export type LocalProvider = Eip1193Provider & {
  isEstuary: true
  setChains(chains: readonly LocalChain[]): void
}

/**
 * The local wallet as an EIP-1193 provider. Signing is reached through it alone; code that signs
 * is loaded with the first signature. It shows no window of its own: in this app a signature is
 * asked for by the review page only, which is the confirmation.
 */
export function createLocalProvider(initial: readonly LocalChain[]): LocalProvider {
  const listeners = new Map<string, Set<Listener>>()
  const chains = new Map(initial.map(({ chainId, rpcUrl }) => [chainId, rpcUrl]))
  const session = { chainId: initial[0]?.chainId ?? 1, isConnected: false }
  function emit(event: string, value: unknown): void {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  watchLocalWallet(() => {
    if (localWallet().address !== undefined || !session.isConnected) return
    session.isConnected = false
    emit('accountsChanged', [])
  })
  const wallet: Wallet = { chains, session, emit }
  const provider: LocalProvider = {
    isEstuary: true,
    setChains(known) {
      for (const { chainId, rpcUrl } of known) chains.set(chainId, rpcUrl)
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
  return provider
}

type Wallet = {
  chains: Map<number, string>
  session: { chainId: number; isConnected: boolean }
  emit: (event: string, value: unknown) => void
}

type Request = { method: string; params: readonly unknown[] }

async function answer(wallet: Wallet, request: Request): Promise<unknown> {
  const { method, params } = request
  const { session } = wallet
  switch (method) {
    case 'eth_requestAccounts':
    case 'wallet_requestPermissions':
      return connect(wallet, method)
    case 'eth_accounts':
      return accounts()
    case 'wallet_getPermissions':
      return accounts().length > 0 ? [permission()] : []
    case 'wallet_revokePermissions':
      session.isConnected = false
      wallet.emit('accountsChanged', [])
      return null
    case 'eth_chainId':
      return hex(session.chainId)
    case 'net_version':
      return String(session.chainId)
    case 'wallet_switchEthereumChain':
      return switchChain(wallet, params[0])
    case 'wallet_addEthereumChain':
      return addChain(wallet, params[0])
    case 'eth_signTypedData_v4':
      return (await own(params[0])).signTypedData(params[1], session.chainId)
    case 'personal_sign':
      return (await own(params[1])).signMessage(params[0])
    case 'wallet_signAuthorization':
      return (await signerForProvider()).signAuthorization(params[0])
    case 'eth_sendTransaction':
      return sendTransaction(wallet, params[0])
    default:
      return forward(wallet, request)
  }
}

/**
 * A wallet that is there is connected for this app. Any script in the window can reach the provider
 * as well: the content policy keeps foreign ones out, extensions it does not.
 */
function accounts(): readonly string[] {
  const { address } = localWallet()
  return address === undefined ? [] : [address]
}

function connect(wallet: Wallet, method: string): unknown {
  const [address] = accounts()
  if (address === undefined)
    throw new ProviderError(providerCode.unauthorized, 'There is no local wallet.')
  wallet.session.isConnected = true
  return method === 'eth_requestAccounts' ? [address] : [permission()]
}

function permission() {
  return {
    parentCapability: 'eth_accounts',
    caveats: [{ type: 'restrictReturnedAccounts', value: accounts() }],
  }
}

function switchChain(wallet: Wallet, wanted: unknown): null {
  const chainId = chainIdOf(wanted)
  if (!wallet.chains.has(chainId))
    throw new ProviderError(providerCode.unknownChain, `Chain ${chainId} is not known here.`)
  if (chainId !== wallet.session.chainId) {
    wallet.session.chainId = chainId
    wallet.emit('chainChanged', hex(chainId))
  }
  return null
}

function addChain(wallet: Wallet, wanted: unknown): null {
  const urls = isRecord(wanted) ? wanted['rpcUrls'] : undefined
  const url: unknown = Array.isArray(urls) ? urls[0] : undefined
  if (typeof url !== 'string')
    throw new ProviderError(providerCode.invalidParameters, 'The chain names no RPC address.')
  wallet.chains.set(chainIdOf(wanted), url)
  return null
}

async function own(address: unknown) {
  const signer = await signerForProvider()
  if (typeof address === 'string' && address.toLowerCase() === signer.address.toLowerCase())
    return signer
  throw new ProviderError(providerCode.unauthorized, 'This wallet does not hold that account.')
}

async function sendTransaction(wallet: Wallet, transaction: unknown): Promise<unknown> {
  const signer = await own(isRecord(transaction) ? transaction['from'] : undefined)
  const { chainId } = wallet.session
  return signer.sendTransaction(transaction, {
    chainId,
    rpc: (method, params) => forward(wallet, { method, params }),
  })
}

async function forward(wallet: Wallet, request: Request): Promise<unknown> {
  const { method, params } = request
  const isRead = /^(eth_(?!sign)|net_|web3_)/.test(method)
  const url = wallet.chains.get(wallet.session.chainId)
  if (!isRead || url === undefined)
    throw new ProviderError(providerCode.unsupportedMethod, `${method} is not supported.`)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answered: unknown = await response.json()
  if (!isRecord(answered)) throw new ProviderError(providerCode.internal, 'The chain said nothing.')
  const { error } = answered
  if (isRecord(error)) throw new ProviderError(Number(error['code']), String(error['message']))
  return answered['result']
}

function chainIdOf(value: unknown): number {
  const chainId = Number(isRecord(value) ? value['chainId'] : undefined)
  if (!Number.isSafeInteger(chainId) || chainId <= 0)
    throw new ProviderError(providerCode.invalidParameters, 'The request names no chain.')
  return chainId
}

function hex(value: number): string {
  return `0x${value.toString(16)}`
}
