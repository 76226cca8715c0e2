import { cleanup, screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { toAssetRecords } from '#networks/toAssetRecords.ts'
import { buildHeldBalances } from '#testing/dashboard/heldBalances.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { testAddress } from '#testing/dashboard/wallet.ts'
import { type ChainIdentity, identifyChains } from '../../components/flow/chainIdentity.ts'
import { computeOwnAccount } from '../../wallets/accounts/choice/ownAccounts.ts'
import { BalancesHero } from './BalancesHero.tsx'
import { EmptyBalances } from './EmptyBalances.tsx'
import { toHoldings } from './holdings.ts'
import { WalletPanel } from './wallet/WalletPanel.tsx'
import type { OwnWallet } from './wallet/useWalletHoldings.ts'
import type { WalletHolding } from './wallet/walletHoldings.ts'

afterEach(cleanup)

const chains = [
  ...identifyChains(devnet.chains.map(({ chainId, name }) => ({ chain: chainId, name }))).values(),
]

function buildWallet(holdings: Partial<OwnWallet['holdings']>): OwnWallet {
  return {
    owner: testAddress,
    ownerKey: testAddress,
    name: 'Test Wallet',
    isLocal: false,
    account: testAddress,
    kind: 'basic',
    holdings: { all: [], movable: [], totalUsd: 0, unread: [], ...holdings },
  }
}

/** Shows an empty account whose wallet holds nothing on the chains that answered. */
function show(unread: readonly ChainIdentity[]): string {
  const wallet = buildWallet({ unread })
  const content = createElement(EmptyBalances, { wallet, onMove: () => undefined })
  showPage(content, { service: () => undefined })
  return screen.getByRole('region', { name: 'Nothing here yet' }).textContent
}

test('a wallet holds nothing only where every chain said so', () => {
  expect(show([])).toContain('Test Wallet has none on these chains.')
  cleanup()
  const text = show(chains.slice(0, 2))
  expect(text).not.toContain('has none')
  expect(text).toContain('Firth and Delta didn’t respond')
})

function buildEther(movable: bigint): WalletHolding {
  const [chain] = chains
  if (!chain) throw new Error('The devnet has chains.')
  const coin = { symbol: 'ETH', decimals: 18 }
  const held = 1_000_000_000_000_000_000n
  return {
    ...coin,
    chain,
    chainId: 'eip155:71117001',
    assetType: 'eip155:71117001/slip44:60',
    name: 'Ether',
    held,
    movable,
    isNative: true,
    valueUsd: 13_450,
    isGasMissing: false,
    maxFeeWei: 0n,
    coin,
  }
}

test('what the wallet keeps for fees is not offered to be added', () => {
  const wallet = buildWallet({ all: [buildEther(0n)], totalUsd: 450 })
  showPage(createElement(WalletPanel, { wallet, onMove: () => undefined }), {
    service: () => undefined,
  })
  const panel = screen.getByRole('region', { name: 'In your wallet' })
  expect(panel.textContent).toContain('Kept in your wallet for network fees.')
  expect(panel.textContent).not.toContain('add')
  expect(within(panel).queryByRole('button')).toBeNull()
})

test('beside a total of nothing stands what the wallet holds, and the way to add it comes before the chains', () => {
  const ether = buildEther(1_000_000_000_000_000_000n)
  const wallet = buildWallet({ all: [ether], movable: [ether], totalUsd: 13_450 })
  const none = toHoldings(buildHeldBalances('0'), {
    assets: toAssetRecords(devnet),
    chains: new Map(chains.map((one) => [one.chain, one])),
  })
  const hero = createElement(BalancesHero, {
    holdings: none,
    all: none,
    wallet,
    chosen: undefined,
    onChoose: () => undefined,
    split: { spendableUsd: 0, vaultUsd: 0, promisedUsd: 0, takenUsd: 0 },
    age: { readAtMs: Date.now(), isRefreshing: false, isStale: false, refresh: () => undefined },
  })
  showPage(hero, { service: () => undefined })
  const total = screen.getByRole('region', { name: 'Balance of your smart account' })
  expect(total.textContent).toContain('Test Wallet holds $13,450.00. Add funds to spend them here.')
  expect(total.textContent).not.toContain('Firth')
})

test('the address of the account stands there with its code, to be shown to whoever pays', async () => {
  const content = createElement(EmptyBalances, { wallet: undefined, onMove: () => undefined })
  const page = showPage(content, { network: devnet, service: () => undefined })
  await page.connectEvm()
  const { accountAddress } = computeOwnAccount(devnet, { owner: testAddress, kind: 'roleBased' })
  const part = screen.getByRole('region', { name: 'Nothing here yet' })
  expect(await within(part).findByTitle('Address QR code')).toBeTruthy()
  expect(part.textContent).toContain(accountAddress)
  expect(within(part).getByRole('button', { name: 'Copy address' })).toBeTruthy()
  await page.disconnectEvm()
})
