import { cleanup, fireEvent, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { testAddress } from '#testing/dashboard/wallet.ts'
import { MoveReview } from './MoveReview.tsx'
import type { WalletHolding } from './walletHoldings.ts'

afterEach(cleanup)

const [firth] = devnet.chains
const usdc = devnet.aggregates.find(({ symbol }) => symbol === 'USDC')?.members[0]?.assetType
if (!firth || !usdc) throw new Error('The devnet has a chain with USDC.')
const ether = 1_000_000_000_000_000_000n

function hold(assetType: AssetType, change: Partial<WalletHolding>): WalletHolding {
  const coin = { symbol: 'ETH', decimals: 18 }
  return {
    ...coin,
    chain: { chain: firth?.chainId ?? '', name: 'Firth', code: 'FI', slot: 1 },
    chainId: firth?.chainId ?? 'eip155:1',
    assetType,
    name: 'Ether',
    held: ether,
    movable: (ether * 9n) / 10n,
    isNative: true,
    valueUsd: 3000,
    isGasMissing: false,
    maxFeeWei: 10n ** 15n,
    coin,
    ...change,
  }
}

function show(holdings: readonly WalletHolding[]) {
  const wallet = {
    owner: testAddress,
    ownerKey: testAddress,
    name: 'Test Wallet',
    isLocal: true,
    account: testAddress,
    kind: 'roleBased',
    holdings: undefined,
  } as const
  const sender = { readBlock: async () => 1n, send: async () => '0x1' }
  const content = createElement(MoveReview, { wallet, holdings, sender })
  showPage(content, { network: devnet, service: () => undefined })
}

function type(symbol: string, value: string): void {
  const field = screen.getByRole('textbox', { name: `Amount of ${symbol} on Firth` })
  fireEvent.change(field, { target: { value } })
}

test('an amount of each asset can be chosen, and what is left empty stays in the wallet', async () => {
  const held = { symbol: 'USDC', decimals: 6, held: 25_000_000n, movable: 25_000_000n }
  show([hold(usdc, { ...held, isNative: false, valueUsd: 25 }), hold(firth.nativeAsset, {})])
  const button = await screen.findByRole('button', { name: 'Add 2 assets' })
  const list = screen.getByRole('list', { name: 'Funds to add' })
  expect(list.textContent).toContain('Leaves 0.10 ETH in the wallet')
  expect(document.body.textContent).toContain('Total$2,725.00')
  type('USDC', '10.5')
  type('ETH', '0.5')
  expect(list.textContent).toContain('$10.50')
  expect(list.textContent).not.toContain('Leaves')
  expect(document.body.textContent).toContain('Total$1,510.50')

  type('ETH', '0.95')
  expect(list.textContent).toContain('At most 0.90 ETH: the rest pays network fees')
  type('USDC', '25.000001')
  expect(list.textContent).toContain('You have 25.00 USDC')
  expect(button.textContent).toBe('Check the amount')
  type('ETH', '')
  type('USDC', '0')
  expect(button.textContent).toBe('Enter an amount')
  expect(button).toHaveProperty('disabled', true)

  fireEvent.click(screen.getByRole('button', { name: 'Max USDC on Firth' }))
  expect(button.textContent).toBe('Add funds')
  expect(list.textContent).toContain('Stays in your wallet.')
})
