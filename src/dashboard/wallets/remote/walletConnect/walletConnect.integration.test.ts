// @vitest-environment happy-dom
import { privateKeyToAccount } from 'viem/accounts'
import { hashTypedData, recoverAddress, recoverMessageAddress, stringToHex } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getConnection, reconnect } from 'wagmi/actions'

import { devnet } from '#networks/devnet/devnet.ts'
import { hangMs } from '#testing/hangMs.ts'
import { type PhoneWallet, startPhoneWallet } from '#testing/walletConnect/phoneWallet.ts'
import { startTestRelay, type TestRelay } from '#testing/walletConnect/relay.ts'
import { connectOwner } from '../../accounts/owner/connectOwner.ts'
import { getPairing } from '../pairing.ts'
import { signTypedData } from '../../signing/signing.ts'
import { createWallets, type Wallets } from '../../walletConfig.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const [firth, delta] = devnet.chains
const projectId = 'ab'.repeat(16)
let relay: TestRelay
let phone: PhoneWallet
let answer: 'approve' | 'reject'
/** What the chains say about the owner's address. */
let code: string

beforeEach(async () => {
  process.env['IS_VITEST'] = 'true'
  answer = 'approve'
  code = '0x'
  relay = await startTestRelay()
  phone = await startPhoneWallet({
    account,
    relayUrl: relay.url,
    chains: [firth, delta].map((chain) => String(chain?.chainId)),
    answer: () => answer,
  })
  vi.stubGlobal('fetch', async () => Response.json({ jsonrpc: '2.0', id: 1, result: code }))
})
afterEach(async () => {
  await forgetClient()
  await phone.stop()
  await relay.stop()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('a wallet on a phone scans the code and signs typed data and a message for the right chain', async () => {
  const wallets = open()
  await pair(wallets)
  expect(getConnection(wallets.config)).toMatchObject({
    status: 'connected',
    address: account.address,
    chainId: chainIdOf(firth),
  })
  const typedData = buildTypedData(chainIdOf(delta))
  const asking = { chainId: chainIdOf(delta), typedData }
  const signature = await signTypedData({ wallets, owner: account.address }, asking)
  const signed = await recoverAddress({ hash: hashTypedData(typedData), signature })
  expect(signed).toBe(account.address)
  const message = stringToHex('Hello')
  const answered = await request(wallets, 'personal_sign', [message, account.address])
  const by = await recoverMessageAddress({ message: { raw: message }, signature: answered })
  expect(by).toBe(account.address)
  expect(phone.asked).toEqual([
    `eth_signTypedData_v4 on ${delta?.chainId}`,
    `personal_sign on ${delta?.chainId}`,
  ])
  expect(relay.visits.some((url) => url.includes(`projectId=${projectId}`))).toBe(true)
  // Who looks at another code and closes it keeps the wallet there was.
  const looking = findConnector(wallets).connect()
  await showsCode()
  getPairing()?.cancel()
  await expect(looking).rejects.toMatchObject({ code: 'REJECTED' })
  expect(await request(wallets, 'personal_sign', [message, account.address])).toBe(answered)
})

test('a wallet that declines, a code that is closed and a contract as owner connect nothing', async () => {
  const wallets = open()
  answer = 'reject'
  await expect(pair(wallets)).rejects.toMatchObject({ code: 'REJECTED' })
  answer = 'approve'
  const closing = connectOwner(wallets, findConnector(wallets))
  await showsCode()
  getPairing()?.cancel()
  await expect(closing).rejects.toMatchObject({ code: 'REJECTED' })
  expect(getPairing()).toBeUndefined()
  code = '0x6080'
  await expect(pair(wallets)).rejects.toMatchObject({ code: 'ACCOUNT' })
  expect(getConnection(wallets.config).status).toBe('disconnected')
})

test('a request that is declined on the phone, and a chain that it did not share, are said', async () => {
  const wallets = open()
  await pair(wallets)
  answer = 'reject'
  const signing = { wallets, owner: account.address }
  const here = chainIdOf(firth)
  await expect(
    signTypedData(signing, { chainId: here, typedData: buildTypedData(here) }),
  ).rejects.toMatchObject({ code: 'REJECTED' })
  const elsewhere = chainIdOf(devnet.chains[2])
  await expect(
    signTypedData(signing, { chainId: elsewhere, typedData: buildTypedData(elsewhere) }),
  ).rejects.toMatchObject({
    code: 'CHAIN',
    message: expect.stringContaining('didn’t share this chain'),
  })
})

test('a reload restores the connection without a code, and it ends when the phone ends it', async () => {
  await pair(open())
  await forgetClient()
  const wallets = open()
  await vi.waitFor(() => expect(wallets.config.state.current).not.toBeNull(), { timeout: 5000 })
  const restoring = reconnect(wallets.config)
  // The page shows the account at once, and a code never.
  expect(getConnection(wallets.config)).toMatchObject({
    status: 'reconnecting',
    address: account.address,
  })
  await restoring
  expect(getConnection(wallets.config).status).toBe('connected')
  expect(getPairing()).toBeUndefined()
  await request(wallets, 'personal_sign', [stringToHex('Still here'), account.address])
  await phone.leave()
  await vi.waitFor(
    () => {
      expect(getConnection(wallets.config).status).toBe('disconnected')
    },
    { timeout: hangMs },
  )
})

test('a wallet is followed to another account, and left where it shares none', async () => {
  const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const wallets = open()
  const inTime = { timeout: hangMs }
  function seen() {
    return getConnection(wallets.config)
  }
  await pair(wallets)
  await phone.share([other.toLowerCase(), 'nobody', account.address])
  await expect.poll(seen, inTime).toMatchObject({ status: 'connected', address: other })
  await phone.share(['nobody'])
  await expect.poll(seen, inTime).toMatchObject({ status: 'disconnected' })
})

function open(): Wallets {
  return createWallets(devnet, {
    walletConnect: { projectId, relayUrl: relay.url },
  })
}

function findConnector({ config }: Wallets) {
  const found = config.connectors.find(({ id }) => id === 'walletConnect')
  if (!found) throw new Error('There is no WalletConnect.')
  return found
}

/** Connects as a page does, while the phone scans the code that is shown. */
async function pair(wallets: Wallets): Promise<void> {
  const connecting = connectOwner(wallets, findConnector(wallets))
  const scanning = showsCode().then(async () => phone.scan(getPairing()?.uri ?? ''))
  await Promise.all([connecting, scanning])
}

async function showsCode(): Promise<void> {
  await vi.waitFor(() => expect(getPairing()?.state).toBe('shown'), { timeout: hangMs })
}

async function request(
  wallets: Wallets,
  method: string,
  params: readonly unknown[],
): Promise<`0x${string}`> {
  const provider: unknown = await findConnector(wallets).getProvider()
  const ask: unknown = Reflect.get(Object(provider), 'request')
  if (typeof ask !== 'function') throw new Error('It is no provider.')
  return ask({ method, params })
}

function chainIdOf(chain: { chainId: string } | undefined): number {
  return Number(chain?.chainId.split(':')[1])
}

function buildTypedData(chainId: number) {
  return {
    domain: { name: 'Test', version: '1', chainId },
    types: { Mail: [{ name: 'text', type: 'string' }] },
    primaryType: 'Mail',
    message: { text: 'Hello' },
  } as const
}

/** A page that loads anew has no client of the one before, which hears nothing any more. */
async function forgetClient(): Promise<void> {
  const core: unknown = Reflect.get(globalThis, '_walletConnectCore_')
  Reflect.deleteProperty(globalThis, '_walletConnectCore_')
  const relayer: unknown = Reflect.get(Object(core), 'relayer')
  const close: unknown = Reflect.get(Object(relayer), 'transportClose')
  if (typeof close === 'function') await close.call(relayer)
}
