import type { Page } from '@playwright/test'
import {
  createPublicClient,
  createWalletClient,
  http,
  type Hex,
  publicActions,
  type TypedDataDefinition,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'

/** A chain that the wallet can switch to and send to. */
export type WalletChain = { chainId: number; rpcUrl: string }

/** Requests of a page, in order. */
export type WalletRequest = { method: string; params: readonly unknown[] }

/** The test's side of a wallet extension: keys stay here, the page only forwards messages. */
export type InjectedWallet = {
  name: string
  address: Hex
  requests: WalletRequest[]
  /** The transactions that it sent, in order. */
  sent: readonly SentTransaction[]
  /** The person declines the nth request of this method, counted from now (EIP-1193 code 4001). */
  decline: (method: string, nth: number) => void
  /** Number of requests of this method. */
  countOf: (method: string) => number
  /**
   * Switches to another account, known or new, or shows an address of which it has no key. The page
   * gets the EIP-1193 event if it is connected, and sees only that account.
   */
  changeAccount: (address?: Hex) => Promise<Hex>
  /** Locks the wallet: the page sees no account until it requests one again. */
  lock: () => Promise<void>
  /** Makes every chain unknown until it is added; switching fails with this code. */
  forgetChains: (code: 4901 | 4902) => void
  /**
   * It says that it makes several calls at once, as EIP-5792 has it, and makes them.
   *
   * @param said - The status that it tells of every batch, without receipts; the true one by default.
   */
  offerBatches: (said?: number) => void
  /** The wallet makes its own address run a contract on a chain, as EIP-7702 says, by itself. */
  delegateTo: (contract: Hex, rpcUrl: string) => Promise<void>
}

/** A transaction that the wallet sent on a chain (EIP-155 number). */
export type SentTransaction = { chainId: number; hash: Hex }

/** Answers an EIP-1193 request; an error has the code that the wallet throws. */
export type WalletAnswer =
  | { result: unknown; chainChanged?: Hex }
  | { error: { code: number; message: string } }

/** A wallet's key and what its pages may see. */
export type WalletState = {
  account: PrivateKeyAccount
  chains: WalletChain[]
  chainId: number
  granted: boolean
  /** Chains that were not added, and the error code for them. */
  forgotten: { code: number; chainIds: Set<number> }
  /** Transactions of each batch by its id; undefined for a wallet that has no batches. */
  batches: Map<string, { chainId: number; hashes: readonly Hex[] }> | undefined
  said: number | undefined
  sent: SentTransaction[]
}

/**
 * Announces an EIP-6963 wallet with a fresh key to every document that `page` opens from now on.
 * Strict like some real wallets: accounts only after connecting, typed data only for the active chain. A
 * permission survives a reload.
 */
export async function injectWallet(page: Page, chains: WalletChain[]): Promise<InjectedWallet> {
  const state = createWallet(chains)
  const { account } = state
  const accounts = new Map([[account.address, account]])
  const requests: WalletRequest[] = []
  const declined = new Map<string, number>()
  const name = 'Test Wallet'

  async function answer(method: string, params: readonly unknown[]): Promise<WalletAnswer> {
    requests.push({ method, params })
    if (declined.get(method) === countOf(method))
      return refuse(4001, 'The person declined the request.')
    return answerRequest(state, { method, params })
  }
  function decline(method: string, nth: number): void {
    declined.set(method, countOf(method) + nth)
  }
  function countOf(method: string): number {
    return requests.filter((request) => request.method === method).length
  }
  async function changeAccount(address?: Hex): Promise<Hex> {
    const made = privateKeyToAccount(generatePrivateKey())
    const chosen = address && (accounts.get(address) ?? { ...made, address })
    state.account = chosen ?? made
    accounts.set(state.account.address, state.account)
    if (state.granted) await tell([state.account.address])
    return state.account.address
  }
  async function lock(): Promise<void> {
    state.granted = false
    await tell([])
  }
  async function tell(shown: Hex[]): Promise<void> {
    await page.evaluate(
      (detail) => window.dispatchEvent(new CustomEvent('testWalletAccounts', { detail })),
      shown,
    )
  }
  await page.exposeFunction('askTestWallet', answer)
  await page.addInitScript(announceWallet, { name, rdns: 'test.estuary.wallet' })
  return {
    name,
    address: account.address,
    requests,
    sent: state.sent,
    decline,
    countOf,
    changeAccount,
    lock,
    forgetChains(code) {
      state.forgotten = { code, chainIds: new Set(chains.map(({ chainId }) => chainId)) }
    },
    offerBatches(said) {
      state.batches = new Map()
      state.said = said
    },
    delegateTo: (contract, rpcUrl) => delegate(account, { contract, rpcUrl }),
  }
}

/** Creates a wallet with a fresh key, which no page is connected to. */
export function createWallet(chains: WalletChain[]): WalletState {
  return {
    account: privateKeyToAccount(generatePrivateKey()),
    chains,
    chainId: chains[0]?.chainId ?? 1,
    granted: false,
    forgotten: { code: 4902, chainIds: new Set<number>() },
    batches: undefined,
    said: undefined,
    sent: [],
  }
}

/** Sends a type-4 transaction to itself; the address needs coins for gas. */
async function delegate(
  account: PrivateKeyAccount,
  { contract, rpcUrl }: { contract: Hex; rpcUrl: string },
): Promise<void> {
  const client = createWalletClient({ account, transport: http(rpcUrl) }).extend(publicActions)
  const authorization = await client.signAuthorization({
    contractAddress: contract,
    executor: 'self',
  })
  const hash = await client.sendTransaction({
    chain: null,
    to: account.address,
    authorizationList: [authorization],
  })
  await client.waitForTransactionReceipt({ hash })
}

/** Answers a request of a page, with the key. */
export async function answerRequest(
  state: WalletState,
  request: WalletRequest,
): Promise<WalletAnswer> {
  const [first, second] = request.params
  switch (request.method) {
    case 'eth_requestAccounts':
    case 'wallet_requestPermissions':
      state.granted = true
      return { result: request.method === 'eth_requestAccounts' ? [state.account.address] : [] }
    case 'eth_accounts':
      return { result: state.granted ? [state.account.address] : [] }
    case 'wallet_revokePermissions':
      state.granted = false
      return { result: null }
    case 'eth_chainId':
      return findUnknownChainError(state, state.chainId) ?? { result: toHex(state.chainId) }
    case 'wallet_addEthereumChain':
      state.forgotten.chainIds.delete(Number(getField(first, 'chainId')))
      return { result: null }
    case 'wallet_switchEthereumChain':
      return switchChain(state, first)
    case 'personal_sign':
      return { result: await state.account.signMessage({ message: { raw: requireHex(first) } }) }
    case 'eth_signTypedData_v4':
      return signTypedData(state, String(second))
    case 'eth_sendTransaction':
      return { result: await sendTransaction(state, first) }
    case 'wallet_getCapabilities':
      return getCapabilities(state)
    case 'wallet_sendCalls':
      return sendCalls(state, first)
    case 'wallet_getCallsStatus':
      return getCallsStatus(state, String(first))
    default:
      return forward(state, request)
  }
}

function switchChain(state: WalletState, parameter: unknown): WalletAnswer {
  const wanted = Number(getField(parameter, 'chainId'))
  const unknown = findUnknownChainError(state, wanted)
  if (unknown) return unknown
  if (!state.chains.some((chain) => chain.chainId === wanted))
    return refuse(4902, `Chain ${wanted} is not known to this wallet.`)
  state.chainId = wanted
  return { result: null, chainChanged: toHex(wanted) }
}

function findUnknownChainError(
  { forgotten }: WalletState,
  chainId: number,
): WalletAnswer | undefined {
  return forgotten.chainIds.has(chainId)
    ? refuse(forgotten.code, `Not connected to chain ${chainId}.`)
    : undefined
}

async function signTypedData(state: WalletState, text: string): Promise<WalletAnswer> {
  const typedData: TypedDataDefinition = JSON.parse(text)
  const chainId = Number(typedData.domain?.chainId)
  if (chainId !== state.chainId)
    return refuse(-32603, `Typed data is for chain ${chainId}, active is ${state.chainId}.`)
  const { EIP712Domain: _domain, ...types } = typedData.types
  return { result: await state.account.signTypedData({ ...typedData, types }) }
}

async function sendTransaction(state: WalletState, parameter: unknown): Promise<Hex> {
  const client = createWalletClient({ account: state.account, transport: http(getRpcUrl(state)) })
  const to = requireHex(getField(parameter, 'to'))
  const data = requireHex(getField(parameter, 'data') ?? '0x')
  const value = BigInt(requireHex(getField(parameter, 'value') ?? '0x0'))
  const hash = await client.sendTransaction({ chain: null, to, data, value })
  state.sent.push({ chainId: state.chainId, hash })
  return hash
}

function getCapabilities({ batches, chains }: WalletState): WalletAnswer {
  if (!batches) return refuse(4200, 'This wallet has no batches.')
  const atomic = { status: 'supported' }
  return { result: Object.fromEntries(chains.map(({ chainId }) => [toHex(chainId), { atomic }])) }
}

/** Makes the calls one after the other: the page asks once, which is what is looked at here. */
async function sendCalls(state: WalletState, batch: unknown): Promise<WalletAnswer> {
  const calls = getField(batch, 'calls')
  if (!state.batches || !Array.isArray(calls)) return refuse(4200, 'This wallet has no batches.')
  if (Number(getField(batch, 'chainId')) !== state.chainId)
    return refuse(5710, 'The batch is for another chain.')
  const hashes: Hex[] = []
  for (const call of calls) hashes.push(await sendTransaction(state, call))
  const id = `batch-${state.batches.size}`
  state.batches.set(id, { chainId: state.chainId, hashes })
  return { result: { id } }
}

async function getCallsStatus(state: WalletState, id: string): Promise<WalletAnswer> {
  const batch = state.batches?.get(id)
  if (!batch) return refuse(5730, 'No such batch.')
  if (state.said !== undefined) return { result: { id, status: state.said } }
  // The wallet may be on another chain by now.
  const { chainId, hashes } = batch
  const client = createPublicClient({ transport: http(getRpcUrl({ ...state, chainId })) })
  const receipts = await Promise.all(
    hashes.map((hash) => client.getTransactionReceipt({ hash }).catch(() => undefined)),
  )
  const done = receipts.flatMap((receipt) => receipt ?? [])
  if (done.length < hashes.length) return { result: { id, status: 100 } }
  const isGood = done.every(({ status }) => status === 'success')
  const shown = done.map(({ transactionHash, status }) => ({ transactionHash, status }))
  return { result: { id, status: isGood ? 200 : 500, receipts: shown } }
}

async function forward(state: WalletState, request: WalletRequest): Promise<WalletAnswer> {
  const response = await fetch(getRpcUrl(state), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }),
  })
  const answer: WalletAnswer = await response.json()
  return answer
}

function getRpcUrl(state: Pick<WalletState, 'chains' | 'chainId'>): string {
  return state.chains.find((chain) => chain.chainId === state.chainId)?.rpcUrl ?? ''
}

function getField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function requireHex(value: unknown): Hex {
  return `0x${String(value).replace(/^0x/, '')}`
}

function toHex(value: number): Hex {
  return `0x${value.toString(16)}`
}

function refuse(code: number, message: string): WalletAnswer {
  return { error: { code, message } }
}

/** When a page learns of the wallet: before its scripts, long after them, or only by `window.ethereum`. */
export type Announcement = 'early' | 'late' | 'inline'

/** Runs in the page: announces an EIP-6963 provider that forwards every request to `askTestWallet`. */
export function announceWallet(wallet: { name: string; rdns: string; when?: Announcement }): void {
  const { name, rdns, when = 'early' } = wallet
  type Listener = (value: unknown) => void
  const listeners = new Map<string, Set<Listener>>()
  const ask: unknown = Reflect.get(window, 'askTestWallet')
  async function request({ method, params = [] }: { method: string; params?: unknown[] }) {
    if (typeof ask !== 'function') throw new Error('The test wallet is gone.')
    const answer = await ask(method, params)
    if (answer.error !== undefined)
      throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
    if (answer.chainChanged !== undefined) emit('chainChanged', answer.chainChanged)
    return answer.result
  }
  function emit(event: string, value: unknown): void {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  function on(event: string, listener: Listener): void {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
  }
  function removeListener(event: string, listener: Listener): void {
    listeners.get(event)?.delete(listener)
  }
  const icon =
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3"/></svg>'
  const info = { uuid: '1f0e5f5c-0d6b-4a3e-9b0e-7c9d3f9a1b2c', name, icon, rdns }
  // Some wallets are proxies whose properties cannot be enumerated.
  const provider = new Proxy({ request, on, removeListener }, { has: () => false })
  const detail = Object.freeze({ info, provider })
  function announce(): void {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('testWalletAccounts', (event) => {
    if (event instanceof CustomEvent) emit('accountsChanged', event.detail)
  })
  function begin(): void {
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }
  if (when === 'inline') Reflect.set(window, 'ethereum', provider)
  else if (when === 'late') window.addEventListener('load', () => setTimeout(begin, 800))
  else begin()
}
