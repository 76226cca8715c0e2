import { useQueryClient } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import type { Network } from '#networks/network.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { SessionDefault } from '#protocol/accounts/sessionDefault.ts'
import { showPage, type TestPage } from '#testing/dashboard/page.ts'
import { testAddress } from '#testing/dashboard/wallet.ts'
import { sessionKeysOptions } from '../../../api/chains/sessionKeys.ts'
import { SessionKeys } from './SessionKeys.tsx'

const account: EvmAddress = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const other: EvmAddress = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** What the service says of itself. */
const discovery = {
  network: 'devnet',
  quoteSigner: `0x${'11'.repeat(32)}`,
  aggregatedPrefix: 'agg:',
  accountTypes: { roleBased: '', basic: '', eip7702: '', solana: '' },
  chains: [],
}

let page: TestPage | undefined

afterEach(async () => {
  await page?.disconnectEvm()
  cleanup()
})

/**
 * Shows the part for an account whose key on each chain of the devnet is one of these; the service says
 * nothing, or what such keys may do.
 */
async function show(
  keys: readonly EvmAddress[],
  options: { policy?: SessionDefault; network?: Network } = {},
): Promise<void> {
  const { policy, network = devnet } = options
  const read = new Map(devnet.chains.map(({ chainId }, index) => [chainId, keys[index]]))
  function Known() {
    const { queryKey } = sessionKeysOptions(network, { account, rpcUrls: undefined })
    useQueryClient().setQueryDefaults(queryKey, { initialData: read, staleTime: Infinity })
    return createElement(SessionKeys, { account, owner: testAddress })
  }
  // No chain is asked as long as the service has not named their addresses.
  const silent = new Promise<Response>(() => undefined)
  page = showPage(createElement(Known), {
    service: ({ pathname }) =>
      policy !== undefined && pathname.endsWith('/discovery')
        ? Response.json({ ...discovery, sessionPolicy: policy })
        : silent,
    network,
  })
  await page.connectEvm()
  await screen.findByRole('textbox', { name: 'Session key address' })
}

/** What stands beside the switches, from the first chain to the last. */
function readSteps(): (string | null)[] {
  const said = screen.getAllByRole('status').map(({ textContent }) => textContent)
  return said.filter((text) => text !== '')
}

test('before a key is taken back from three chains it is said that this takes three signatures', async () => {
  await show([other, other, other])
  expect(
    screen.getByText(
      'Active on 3 chains. Revoking it takes one transaction per chain, so you sign 3 times.',
    ),
  ).toBeDefined()
  expect(readSteps()).toEqual(['Transaction 1 of 3', 'Transaction 2 of 3', 'Transaction 3 of 3'])
})

test('only the chains where the key may sign are counted', async () => {
  await show([other, testAddress, other])
  expect(screen.getByText(/^Active on 2 chains\./)).toBeDefined()
  expect(readSteps()).toEqual(['Transaction 1 of 2', 'Enter a key first', 'Transaction 2 of 2'])
})

test('on one chain it is one transaction, which is not numbered', async () => {
  await show([testAddress, other, testAddress])
  expect(
    screen.getByText('Active on one chain. Revoking it takes one transaction there.'),
  ).toBeDefined()
  expect(readSteps()).toEqual(['Enter a key first', 'Enter a key first'])
})

test('a key that may sign nowhere is nothing to take back', async () => {
  await show([testAddress, testAddress, testAddress])
  expect(screen.queryByText(/Revoking it/)).toBeNull()
})

const anything =
  'Lets an app or another device sign together with this service: pay anyone and make contract calls, but never change the owner. Trust it like your own key.'
const ownAccounts =
  'Lets an app or another device sign together with this service: move funds between your own accounts, but never change the owner.'
const ownOrSolana =
  'Lets an app or another device sign together with this service: move funds between your own accounts and to any Solana account, but never change the owner.'

test.each([
  { policy: undefined, network: devnet, said: anything },
  { policy: 'open', network: devnet, said: anything },
  { policy: 'open', network: devnetWithSolana, said: anything },
  { policy: 'own-accounts', network: devnet, said: ownAccounts },
  { policy: 'own-accounts', network: devnetWithSolana, said: ownOrSolana },
] as const)(
  'what a key may do where the service says $policy on $network.chains.length chains',
  async ({ policy, network, said }) => {
    await show([testAddress], { network, ...(policy && { policy }) })
    expect(await screen.findByText(said, { exact: false })).toBeDefined()
    expect(screen.getAllByText(/^Lets an app or another device/)).toHaveLength(1)
  },
)
