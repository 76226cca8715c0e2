import { expect, test } from 'vitest'

import { buildPhoneWalletLinks } from './phoneWallets.ts'

test('a wallet on a phone opens the app at its address, without what a form says', () => {
  const links = buildPhoneWalletLinks('solana', {
    origin: 'https://estuary.example',
    base: '/wallet',
  })
  expect(links).toEqual([
    {
      name: 'Phantom',
      href: 'https://phantom.app/ul/browse/https%3A%2F%2Festuary.example%2Fwallet%2F?ref=https%3A%2F%2Festuary.example',
    },
    {
      name: 'Solflare',
      href: 'https://solflare.com/ul/v1/browse/https%3A%2F%2Festuary.example%2Fwallet%2F?ref=https%3A%2F%2Festuary.example',
    },
  ])
  const evm = buildPhoneWalletLinks('evm', { origin: 'https://estuary.example', base: '/wallet' })
  expect(evm.map(({ href }) => href)).toEqual([
    'https://link.metamask.io/dapp/estuary.example/wallet/',
    'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Festuary.example%2Fwallet%2F',
    'https://link.trustwallet.com/open_url?coin_id=60&url=https%3A%2F%2Festuary.example%2Fwallet%2F',
  ])
})

test.each(['http://127.0.0.1:8080', 'https://localhost:8443', 'http://estuary.example'])(
  'no wallet is offered a page at %s, which it could not reach or sign in',
  (origin) => {
    for (const kind of ['evm', 'solana'] as const)
      expect(buildPhoneWalletLinks(kind, { origin, base: '' })).toEqual([])
  },
)
