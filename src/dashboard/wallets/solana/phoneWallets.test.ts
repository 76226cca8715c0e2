import { expect, test } from 'vitest'

import { buildPhoneWalletLinks } from './phoneWallets.ts'

test('a wallet on a phone opens the app at its address, without what a form says', () => {
  const links = buildPhoneWalletLinks({ origin: 'https://estuary.example', base: '/wallet' })
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
})

test.each(['http://127.0.0.1:8080', 'https://localhost:8443', 'http://estuary.example'])(
  'no wallet is offered a page at %s, which it could not reach or sign in',
  (origin) => {
    expect(buildPhoneWalletLinks({ origin, base: '' })).toEqual([])
  },
)
