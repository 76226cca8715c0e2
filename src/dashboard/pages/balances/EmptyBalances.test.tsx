// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { testAddress } from '#testing/dashboard/wallet.ts'
import { type ChainIdentity, identifyChains } from '../../components/flow/chainIdentity.ts'
import { computeOwnAccount } from '../../wallets/accounts/choice/ownAccounts.ts'
import { EmptyBalances } from './EmptyBalances.tsx'
import type { OwnWallet } from './wallet/useWalletHoldings.ts'

afterEach(cleanup)

const chains = [
  ...identifyChains(devnet.chains.map(({ chainId, name }) => ({ chain: chainId, name }))).values(),
]

/** Shows an empty account whose wallet holds nothing on the chains that answered. */
function show(unread: readonly ChainIdentity[]): string {
  const wallet: OwnWallet = {
    owner: testAddress,
    ownerKey: testAddress,
    name: 'Test Wallet',
    isLocal: false,
    account: testAddress,
    kind: 'basic',
    holdings: { all: [], movable: [], totalUsd: 0, unread },
  }
  const content = createElement(EmptyBalances, { wallet, onMove: () => undefined })
  showPage(content, { service: () => undefined })
  return screen.getByRole('region', { name: 'Nothing here yet' }).textContent
}

test('a wallet holds nothing only where every chain said so', () => {
  expect(show([])).toContain('Test Wallet itself holds none on these chains.')
  cleanup()
  const text = show(chains.slice(0, 2))
  expect(text).not.toContain('holds none')
  expect(text).toContain('Firth and Delta did not answer')
})

test('the address of the account stands there with its code, to be shown to whoever pays', async () => {
  const content = createElement(EmptyBalances, { wallet: undefined, onMove: () => undefined })
  const page = showPage(content, { network: devnet, service: () => undefined })
  await page.connectEvm()
  const { accountAddress } = computeOwnAccount(devnet, { owner: testAddress, kind: 'roleBased' })
  const part = screen.getByRole('region', { name: 'Nothing here yet' })
  expect(await within(part).findByTitle('QR code of the address')).toBeTruthy()
  expect(part.textContent).toContain(accountAddress)
  expect(within(part).getByRole('button', { name: 'Copy address' })).toBeTruthy()
  await page.disconnectEvm()
})
