// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { connect, getConnection, reconnect } from 'wagmi/actions'

import { devnet } from '#networks/devnet/devnet.ts'
import { createTestWallet, testAddress } from '#testing/dashboard/wallet.ts'
import { localWalletRdns } from './local/localWalletIdentity.ts'
import { forgetLocalWallet } from './local/localWallet.ts'
import { createWallets, type Wallets } from './walletConfig.ts'

beforeEach(createTestWallet)
afterEach(async () => {
  await forgetLocalWallet()
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
  expect(await found[0]?.getProvider()).toBe(wallets.localProvider)
})
