import { expect, test } from 'vitest'

import { createEnvironmentReader } from './environment.ts'
import { readWalletConnect } from './walletConnect.ts'

const WALLETCONNECT_PROJECT_ID = 'ab'.repeat(16)

test.each([
  [{}, undefined],
  [
    { WALLETCONNECT_PROJECT_ID },
    { projectId: WALLETCONNECT_PROJECT_ID, relayUrl: 'wss://relay.walletconnect.org' },
  ],
  [
    { WALLETCONNECT_PROJECT_ID, WALLETCONNECT_RELAY_URL: 'wss://relay.example' },
    { projectId: WALLETCONNECT_PROJECT_ID, relayUrl: 'wss://relay.example' },
  ],
])('of %j is read what the dashboard needs', (environment, expected) => {
  const read = createEnvironmentReader(environment)
  expect(readWalletConnect(read)).toEqual(expected)
  expect(read.faults).toEqual([])
})

test.each([
  [{ WALLETCONNECT_PROJECT_ID: 'my project' }, /32 digits or letters/],
  [
    { WALLETCONNECT_PROJECT_ID, WALLETCONNECT_RELAY_URL: 'https://relay.example' },
    /begins with wss/,
  ],
  [{ WALLETCONNECT_RELAY_URL: 'wss://relay.example' }, /does nothing without/],
])('%j is refused', (environment, reason) => {
  const read = createEnvironmentReader(environment)
  readWalletConnect(read)
  expect(read.faults.join()).toMatch(reason)
})
