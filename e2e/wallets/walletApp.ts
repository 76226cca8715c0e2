import { once } from 'node:events'
import type { Page } from '@playwright/test'
import { Keypair, VersionedTransaction } from '@solana/web3.js'
import { type WebSocket, WebSocketServer } from 'ws'

/** The test's side of a wallet app on the phone that the page is on. */
export type WalletApp = {
  /** Base58 of its account. */
  address: () => string
  /** The person declines the next request of this kind. */
  decline: (kind: 'authorize' | 'sign_transactions') => void
  /** The app answers the next request of this kind with this, or with silence. */
  answerNext: (kind: 'authorize' | 'sign_transactions', answer: object | 'nothing') => void
  /** The person chooses another account in the app. */
  changeAccount: () => void
  /** The app forgets what it granted, as after it was installed anew. */
  forget: () => void
  /** What it was asked, in order: methods of the protocol. */
  asked: readonly string[]
  /** Who asked it at last. */
  identity: () => unknown
}

type State = {
  key: Keypair
  token: string | undefined
  declines: Set<string>
  answers: Map<string, object | 'nothing'>
  identity: unknown
}
type Request = { id: number; method: string; params: Record<string, unknown> }
type Intent = { port: number; association: Uint8Array<ArrayBuffer> }

const p256 = { name: 'ECDH', namedCurve: 'P-256' }
const declined = { authorize: -1, sign_transactions: -3 } as const

/**
 * Installs a wallet app, with a fresh key, on the phone that `page` is on: it opens at the page's intent,
 * takes the session and answers. Source: Mobile Wallet Adapter 2.0, "Session establishment".
 */
export async function installWalletApp(page: Page): Promise<WalletApp> {
  const state: State = {
    key: Keypair.generate(),
    token: undefined,
    declines: new Set(),
    answers: new Map(),
    identity: undefined,
  }
  const asked: string[] = []
  async function open(intent: Intent): Promise<void> {
    const server = new WebSocketServer({ host: 'localhost', port: intent.port })
    await once(server, 'listening')
    server.once('connection', (socket) => {
      socket.once('close', () => server.close())
      void hold(socket, intent, (request) => {
        asked.push(request.method)
        return answer(state, request)
      })
    })
    // The app covers the browser.
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  }
  await page.addInitScript(chooseFreePorts)
  await page.evaluate(chooseFreePorts)
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  session.on('Page.frameRequestedNavigation', ({ url }) => {
    const intent = readIntent(url)
    if (intent) void open(intent)
  })
  return {
    address: () => state.key.publicKey.toBase58(),
    decline: (kind) => void state.declines.add(kind),
    answerNext: (kind, content) => void state.answers.set(kind, content),
    changeAccount() {
      state.key = Keypair.generate()
    },
    forget() {
      state.token = undefined
    },
    asked,
    identity: () => state.identity,
  }
}

/**
 * The page chooses the app's port, at random from 49152 to 65535, and cannot know which are taken. This keeps
 * it above 61000, where Linux gives no port to anybody who does not ask for it.
 */
function chooseFreePorts(): void {
  const random = Math.random
  Math.random = () => 0.75 + random() / 4
}

function readIntent(text: string): Intent | undefined {
  const { protocol, pathname, searchParams } = new URL(text)
  if (protocol !== 'solana-wallet:' || pathname !== '/v1/associate/local') return undefined
  const association = searchParams.get('association') ?? ''
  return {
    port: Number(searchParams.get('port')),
    association: new Uint8Array(Buffer.from(association.replaceAll('.', '='), 'base64url')),
  }
}

/** Takes a session of the page and answers its requests, encrypted. */
async function hold(
  socket: WebSocket,
  { association }: Intent,
  reply: (request: Request) => object | undefined,
): Promise<void> {
  let sent = 0
  const hello = await receive(socket)
  const [asking, signature] = [hello.slice(0, 65), hello.slice(65)]
  const known = await importKey(association, { name: 'ECDSA', namedCurve: 'P-256' }, ['verify'])
  const isOf = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    known,
    signature,
    asking,
  )
  if (!isOf) throw new Error('Another page than the one that opened the app.')
  const own = await crypto.subtle.generateKey(p256, true, ['deriveBits'])
  const secret = await deriveSecret(own.privateKey, { asking, association })
  async function encrypt(content: object): Promise<Uint8Array> {
    sent += 1
    const sequence = new Uint8Array(4)
    new DataView(sequence.buffer).setUint32(0, sent)
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const how = { name: 'AES-GCM', iv, additionalData: sequence, tagLength: 128 }
    const text = new TextEncoder().encode(JSON.stringify(content))
    return Buffer.concat([
      sequence,
      iv,
      Buffer.from(await crypto.subtle.encrypt(how, secret, text)),
    ])
  }
  async function decrypt(bytes: Uint8Array<ArrayBuffer>): Promise<Request> {
    const how = {
      name: 'AES-GCM',
      iv: bytes.slice(4, 16),
      additionalData: bytes.slice(0, 4),
      tagLength: 128,
    }
    const text = await crypto.subtle.decrypt(how, secret, bytes.slice(16))
    return JSON.parse(new TextDecoder().decode(text))
  }
  const key = new Uint8Array(await crypto.subtle.exportKey('raw', own.publicKey))
  socket.on('message', (data) => {
    void decrypt(toBytes(data)).then(async (request) => {
      const content = reply(request)
      if (content) socket.send(await encrypt({ jsonrpc: '2.0', id: request.id, ...content }))
    })
  })
  socket.send(Buffer.concat([key, await encrypt({ v: '1' })]))
}

async function receive(socket: WebSocket): Promise<Uint8Array<ArrayBuffer>> {
  const [data] = await once(socket, 'message')
  return toBytes(data)
}

function toBytes(data: unknown): Uint8Array<ArrayBuffer> {
  if (!Buffer.isBuffer(data)) throw new Error('Expected one binary message.')
  return new Uint8Array(data)
}

function importKey(
  raw: Uint8Array<ArrayBuffer>,
  how: { name: string; namedCurve: string },
  uses: ('verify' | 'deriveBits')[],
) {
  return crypto.subtle.importKey('raw', raw, how, false, uses)
}

async function deriveSecret(
  own: CryptoKey,
  {
    asking,
    association,
  }: { asking: Uint8Array<ArrayBuffer>; association: Uint8Array<ArrayBuffer> },
): Promise<CryptoKey> {
  const theirs = await importKey(asking, p256, [])
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, own, 256)
  const base = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: association, info: new Uint8Array() }
  return crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 128 }, false, [
    'encrypt',
    'decrypt',
  ])
}

function answer(state: State, { method, params }: Request): object | undefined {
  const next = state.answers.get(method)
  state.answers.delete(method)
  if (next) return next === 'nothing' ? undefined : next
  const isDeclined = state.declines.delete(method)
  switch (method) {
    case 'authorize': {
      const { auth_token: token, identity } = params
      state.identity = identity
      if (isDeclined || (token !== undefined && token !== state.token)) return refuse('authorize')
      state.token ??= crypto.randomUUID()
      const address = Buffer.from(state.key.publicKey.toBytes()).toString('base64')
      return { result: { accounts: [{ address }], auth_token: state.token, wallet_uri_base: null } }
    }
    case 'sign_transactions': {
      if (isDeclined) return refuse('sign_transactions')
      const payloads = Array.isArray(params['payloads']) ? params['payloads'].map(String) : []
      return { result: { signed_payloads: payloads.map((payload) => sign(state.key, payload)) } }
    }
    default:
      return { error: { code: -32_601, message: `The app does not know "${method}".` } }
  }
}

function refuse(method: keyof typeof declined): object {
  return { error: { code: declined[method], message: `${method} was declined.` } }
}

function sign(key: Keypair, payload: string): string {
  const transaction = VersionedTransaction.deserialize(Buffer.from(payload, 'base64'))
  transaction.sign([key])
  return Buffer.from(transaction.serialize()).toString('base64')
}
