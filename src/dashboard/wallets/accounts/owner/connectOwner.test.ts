import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { getConnection, getConnections } from 'wagmi/actions'

import { devnet } from '#networks/devnet/devnet.ts'
import { answerCodes } from '#testing/dashboard/chainCodes.ts'
import { createWallets, type Wallets } from '../../walletConfig.ts'
import { connectOwner } from './connectOwner.ts'

const key = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const delegatedKey = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const safe = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const codes: Readonly<Record<string, string>> = {
  [safe.toLowerCase()]: '0x6080604052',
  [delegatedKey.toLowerCase()]: `0xef0100${'12'.repeat(20)}`,
}

beforeEach(() => answerCodes((address) => codes[address] ?? '0x'))
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** Announces a wallet that shares one account. @returns The methods that it was asked for. */
function announce(rdns: string, account: string): string[] {
  const asked: string[] = []
  const provider = {
    on: () => undefined,
    removeListener: () => undefined,
    async request({ method }: { method: string }) {
      asked.push(method)
      if (method === 'eth_chainId') return '0x43d28c9'
      return method === 'eth_requestAccounts' || method === 'eth_accounts' ? [account] : null
    },
  }
  const info = { uuid: crypto.randomUUID(), name: rdns, icon: 'data:image/png;,', rdns }
  const detail = Object.freeze({ info, provider })
  function tell(): void {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', tell)
  onTestFinished(() => window.removeEventListener('eip6963:requestProvider', tell))
  return asked
}

async function connectTo(wallets: Wallets, rdns: string): Promise<void> {
  const connector = wallets.config.connectors.find(({ id }) => id === rdns)
  if (!connector) throw new Error('The wallet was not found.')
  await connectOwner(wallets, connector)
}

test('a wallet whose account is a contract is refused, and no page ever sees it connected', async () => {
  const asked = announce('safe.test', safe)
  const wallets = createWallets(devnet)
  const seen: number[] = []
  wallets.config.subscribe(
    ({ connections }) => connections.size,
    (size) => seen.push(size),
  )
  await expect(connectTo(wallets, 'safe.test')).rejects.toMatchObject({ code: 'ACCOUNT' })
  expect(getConnection(wallets.config).status).toBe('disconnected')
  expect(seen.filter((size) => size > 0)).toEqual([])
  expect(asked).toContain('wallet_revokePermissions')
})

test('the wallet that is connected already stays when another is refused', async () => {
  announce('key.test', key)
  announce('safe.test', safe)
  const wallets = createWallets(devnet)
  await connectTo(wallets, 'key.test')
  await expect(connectTo(wallets, 'safe.test')).rejects.toMatchObject({ code: 'ACCOUNT' })
  expect(getConnection(wallets.config)).toMatchObject({ status: 'connected', address: key })
  expect(getConnections(wallets.config)).toHaveLength(1)
})

test('a key that is delegated (EIP-7702), and one that no chain says anything of, connect', async () => {
  announce('delegated.test', delegatedKey)
  announce('key.test', key)
  const wallets = createWallets(devnet)
  await connectTo(wallets, 'delegated.test')
  expect(getConnection(wallets.config).address).toBe(delegatedKey)
  answerCodes(() => undefined)
  await connectTo(wallets, 'key.test')
  expect(getConnection(wallets.config).address).toBe(key)
})
