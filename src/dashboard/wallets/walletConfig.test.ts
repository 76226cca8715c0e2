import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { connect, disconnect, getConnection, reconnect } from 'wagmi/actions'

import { devnet } from '#networks/devnet/devnet.ts'
import { createTestWallet, testAddress, testPhrase } from '#testing/dashboard/wallet.ts'
import { localWalletRdns } from './local/localWalletIdentity.ts'
import {
  createLocalWallet,
  forgetLocalWallet,
  getLocalWallet,
  openLocalKeys,
} from './local/localWallet.ts'
import { createWallets, unannouncedId, type Wallets } from './walletConfig.ts'

beforeEach(createTestWallet)
afterEach(() => {
  forgetLocalWallet()
  localStorage.clear()
})

function listenOnWindow(type: string, listener: (event: Event) => void): void {
  window.addEventListener(type, listener)
  onTestFinished(() => window.removeEventListener(type, listener))
}

function findLocal({ config }: Wallets) {
  return config.connectors.filter(({ id }) => id === localWalletRdns)
}

test('a script of the page that listens for wallets does not hear of the local one', async () => {
  const heard: unknown[] = []
  listenOnWindow('eip6963:announceProvider', (event) => heard.push(event))
  const wallets = createWallets(devnet)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  const [connector] = findLocal(wallets)
  if (connector) await connect(wallets.config, { connector })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(getConnection(wallets.config).address).toBe(testAddress)
  expect(heard).toEqual([])
})

test('a connection to the local wallet outlives a reload', async () => {
  const before = createWallets(devnet)
  const [connector] = findLocal(before)
  if (connector) await connect(before.config, { connector })
  const after = createWallets(devnet)
  await reconnect(after.config)
  const { address, connector: found } = getConnection(after.config)
  expect([address, found?.id]).toEqual([testAddress, localWalletRdns])
})

test('another wallet cannot take the place of the local one by its name', async () => {
  const info = {
    uuid: crypto.randomUUID(),
    name: 'Local wallet',
    icon: 'data:,',
    rdns: localWalletRdns,
  }
  const detail = Object.freeze({ info, provider: { request: () => Promise.resolve([]) } })
  listenOnWindow('eip6963:requestProvider', () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
  )
  const wallets = createWallets(devnet)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  const found = findLocal(wallets)
  expect(found).toHaveLength(1)
  expect(found[0]?.type).toBe('local')
})

test('where tokens have value there is no local wallet, whatever is stored', async () => {
  const network = { ...devnet, isDevnet: false }
  const stored = localStorage.getItem('estuary.wallet')
  expect(stored).toContain(testPhrase)
  const wallets = createWallets(network)
  expect(findLocal(wallets)).toEqual([])
  expect(getLocalWallet()).toBeUndefined()
  await expect(createLocalWallet(network)).rejects.toThrow('no local wallet')
  await expect(openLocalKeys()).rejects.toMatchObject({ code: 'ABSENT' })
  expect(localStorage.getItem('estuary.wallet')).toBe(stored)
})

test('a script that finds the connector gets neither a signature nor the phrase', async () => {
  const wallets = createWallets(devnet)
  const [connector] = findLocal(wallets)
  if (!connector) throw new Error('There is no connector.')
  await connect(wallets.config, { connector })
  const provider: object = Object(await connector.getProvider())
  const request: unknown = Reflect.get(provider, 'request')
  if (typeof request !== 'function') throw new Error('There is no provider.')
  for (const method of ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'eth_sign'])
    await expect(request({ method, params: [] })).rejects.toMatchObject({ code: 4200 })
  expect(Object.isFrozen(provider)).toBe(true)
})

function ignore(): void {}

/** A wallet that shares its account with pages that connected it before. */
function createProvider() {
  let isShared = false
  return {
    on: ignore,
    removeListener: ignore,
    async request({ method }: { method: string }) {
      if (method === 'eth_requestAccounts') isShared = true
      if (method === 'eth_chainId') return '0x43d28c9'
      return isShared || method === 'eth_requestAccounts' ? [testAddress] : []
    },
  }
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
}

async function expectRestored({ config }: Wallets, id: string): Promise<void> {
  await vi.waitFor(() => {
    const { address, connector, status } = getConnection(config)
    expect([address, connector?.id, status]).toEqual([testAddress, id, 'connected'])
  })
}

test('a wallet that announces itself only after a reload is restored when it comes', async () => {
  const info = { uuid: crypto.randomUUID(), name: 'Late', icon: 'data:,', rdns: 'late.test' }
  const detail = Object.freeze({ info, provider: createProvider() })
  function announce(): void {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  const before = createWallets(devnet)
  // Wallets count once wagmi has read what it stored.
  await settle()
  announce()
  const connector = before.config.connectors.find(({ id }) => id === 'late.test')
  if (!connector) throw new Error('The wallet was not found.')
  await connect(before.config, { connector })
  const after = createWallets(devnet)
  await reconnect(after.config)
  expect(getConnection(after.config).connector?.id).not.toBe('late.test')
  announce()
  await expectRestored(after, 'late.test')
  // One that comes while the others are asked is not forgotten.
  const hasty = createWallets(devnet)
  await settle()
  const asking = reconnect(hasty.config)
  announce()
  await asking
  await expectRestored(hasty, 'late.test')
  for (const { config } of [before, after, hasty]) await disconnect(config)
})

test('a wallet that is only there as window.ethereum connects, and outlives a reload', async () => {
  const provider = createProvider()
  Reflect.set(window, 'ethereum', provider)
  onTestFinished(() => void Reflect.deleteProperty(window, 'ethereum'))
  const before = createWallets(devnet)
  const connector = before.config.connectors.find(({ id }) => id === unannouncedId)
  expect(connector?.name).toBe('Browser wallet')
  if (!connector) throw new Error('The wallet was not found.')
  await connect(before.config, { connector })
  const after = createWallets(devnet)
  await reconnect(after.config)
  await expectRestored(after, unannouncedId)
})
