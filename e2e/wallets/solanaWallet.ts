import type { Page } from '@playwright/test'
import { Keypair, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { closeTokenAccount } from '../product/solanaNode.ts'

/** The test's side of a Solana wallet extension: keys stay here, the page only forwards messages. */
export type SolanaTestWallet = {
  name: string
  /** Base58 of the account that it shows now. */
  address: () => string
  /** The person declines the next request of this kind. */
  decline: (kind: 'connect' | 'sign') => void
  /** From now on the wallet adds an instruction of its own to what it signs. */
  addInstructions: () => void
  /** How often it was asked to sign. */
  asked: () => number
  /** The person chooses another account in the wallet, one of before or a fresh one; the page is told. */
  changeAccount: (address?: string) => Promise<string>
  /** Somewhere else the person gives all of a token away and takes the rent of its account. */
  closeAccount: (at: { rpcUrl: string; mint: string }) => Promise<void>
  /** The person locks the wallet: the page sees no account until it asks for one again. */
  lock: () => Promise<void>
}

type SolanaWalletAnswer = { result: unknown } | { error: string }
type State = {
  key: Keypair
  isGranted: boolean
  declines: Set<string>
  isMeddling: boolean
  asked: number
}

/**
 * Announces a wallet as the Wallet Standard says, with a fresh key, to every document that `page` opens
 * from now on. A grant outlives a reload; a silent connection never asks.
 */
export async function injectSolanaWallet(
  page: Page,
  name = 'Solana Test Wallet',
): Promise<SolanaTestWallet> {
  const state: State = {
    key: Keypair.generate(),
    isGranted: false,
    declines: new Set(),
    isMeddling: false,
    asked: 0,
  }
  const keys = new Map<string, Keypair>()
  const [ask, event] = [`ask ${name}`, `accounts of ${name}`]
  async function tell(): Promise<void> {
    await page.evaluate(
      ({ type, detail }) => window.dispatchEvent(new CustomEvent(type, { detail })),
      { type: event, detail: getAccounts(state) },
    )
  }
  await page.exposeFunction(ask, (kind: string, content: unknown) => answer(state, kind, content))
  await page.addInitScript(registerWallet, { name, ask, event })
  return {
    name,
    address: () => state.key.publicKey.toBase58(),
    decline: (kind) => void state.declines.add(kind),
    addInstructions() {
      state.isMeddling = true
    },
    asked: () => state.asked,
    async changeAccount(address) {
      keys.set(state.key.publicKey.toBase58(), state.key)
      state.key = keys.get(address ?? '') ?? Keypair.generate()
      await tell()
      return state.key.publicKey.toBase58()
    },
    closeAccount: ({ rpcUrl, mint }) => closeTokenAccount(rpcUrl, { owner: state.key, mint }),
    async lock() {
      state.isGranted = false
      await tell()
    },
  }
}

function answer(state: State, kind: string, content: unknown): SolanaWalletAnswer {
  switch (kind) {
    case 'silent':
      return { result: getAccounts(state) }
    case 'connect':
      if (state.declines.delete('connect')) return { error: 'User rejected the request.' }
      state.isGranted = true
      return { result: getAccounts(state) }
    case 'disconnect':
      state.isGranted = false
      return { result: [] }
    case 'sign':
      state.asked += 1
      if (state.declines.delete('sign')) return { error: 'User rejected the request.' }
      return { result: sign(state, Uint8Array.from(toNumbers(content))) }
    default:
      return { error: `The wallet does not know "${kind}".` }
  }
}

/** Signs in the place of its own key; a wallet that meddles signs another message than it was given. */
function sign({ key, isMeddling }: State, bytes: Uint8Array): number[] {
  const given = VersionedTransaction.deserialize(bytes)
  const transaction = isMeddling ? addInstruction(given, key) : given
  transaction.sign([key])
  return [...transaction.serialize()]
}

function addInstruction(given: VersionedTransaction, key: Keypair): VersionedTransaction {
  const message = TransactionMessage.decompile(given.message)
  const { publicKey } = key
  message.instructions.push(
    SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: publicKey, lamports: 1 }),
  )
  return new VersionedTransaction(message.compileToV0Message())
}

type WalletStandardAccount = { address: string; publicKey: number[] }

function getAccounts({ key, isGranted }: State): WalletStandardAccount[] {
  const { publicKey } = key
  return isGranted ? [{ address: publicKey.toBase58(), publicKey: [...publicKey.toBytes()] }] : []
}

function toNumbers(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : []
}

/** Runs in the page: a wallet that passes every question on, registered as the Wallet Standard says. */
function registerWallet({ name, ask, event }: { name: string; ask: string; event: string }): void {
  type Shown = { address: string; publicKey: Uint8Array; chains: string[]; features: string[] }
  type Listener = (change: { accounts: Shown[] }) => void
  const listeners = new Set<Listener>()
  let accounts: Shown[] = []
  async function request(kind: string, content?: unknown) {
    const messenger: unknown = Reflect.get(window, ask)
    if (typeof messenger !== 'function') throw new Error('The test wallet is gone.')
    const answered = await messenger(kind, content)
    if (answered.error !== undefined) throw new Error(answered.error)
    return answered.result
  }
  function show(given: { address: string; publicKey: number[] }[]): void {
    accounts = given.map(({ address, publicKey }) => ({
      address,
      publicKey: Uint8Array.from(publicKey),
      chains: ['solana:localnet'],
      features: ['solana:signTransaction'],
    }))
  }
  const wallet = Object.freeze({
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA4IDgiPjxyZWN0IHg9IjEiIHk9IjEiIHdpZHRoPSI2IiBoZWlnaHQ9IjYiLz48L3N2Zz4=',
    chains: ['solana:localnet'],
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent = false } = {}) {
          show(await request(silent ? 'silent' : 'connect'))
          return { accounts }
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        async disconnect() {
          show(await request('disconnect'))
        },
      },
      'standard:events': {
        version: '1.0.0',
        on(_event: string, listener: Listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        async signTransaction(...inputs: { transaction: Uint8Array }[]) {
          const [first] = inputs
          const signed = await request('sign', [...(first?.transaction ?? [])])
          return [{ signedTransaction: Uint8Array.from(signed) }]
        },
      },
    },
  })
  type App = { register: (given: unknown) => void }
  function register(app: App): void {
    app.register(wallet)
  }
  window.addEventListener(event, (told) => {
    if (!(told instanceof CustomEvent)) return
    show(told.detail)
    for (const listener of listeners) listener({ accounts })
  })
  window.addEventListener('wallet-standard:app-ready', (ready) => {
    // No CustomEvent: apps send an event of their own with such a field.
    register(Reflect.get(ready, 'detail'))
  })
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}
