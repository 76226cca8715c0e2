import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { AccountAddress, type ChainId } from '#protocol/ids/caip.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { buildTestRecord } from '#testing/dashboard/record.ts'
import {
  type OnChainBalancesByChain,
  onChainBalancesOptions,
} from '../../api/balances/onChainBalances.ts'
import { ApiContext } from '../../api/service/apiContext.ts'
import { createApi } from '../../api/service/client.ts'
import { resetPreferences, setPreferences } from '../../api/state/preferences.ts'
import { WatchedAddressContext } from '../../wallets/accounts/shownAccounts.ts'
import { createWallets } from '../../wallets/walletConfig.ts'
import { WalletsProvider } from '../../wallets/WalletsProvider.tsx'
import { ArrivalNews } from './ArrivalNews.tsx'

afterEach(() => {
  cleanup()
  resetPreferences()
})

const sample = buildTestRecord({ status: 'IN_PROGRESS' })
const address = AccountAddress.parse(sample.user)
const [usdc] = devnet.aggregates.flatMap(({ members }) => members)
const firth: ChainId = 'eip155:71117001'

/** Shows the foot of the receive sheet, of which the account has these executions. */
function show(records: readonly HistoryRecord[]) {
  const client = new QueryClient()
  const api = createApi({
    fetch: (url) =>
      typeof url === 'string' && url.includes('history')
        ? Promise.resolve(Response.json({ transactions: records }))
        : // The chains' addresses stay unknown: the test says what they hold.
          new Promise(() => undefined),
  })
  render(
    <QueryClientProvider client={client}>
      <ApiContext value={api}>
        <WalletsProvider wallets={createWallets(devnet)}>
          <WatchedAddressContext value={address}>
            <ArrivalNews form="sheet" />
          </WatchedAddressContext>
        </WalletsProvider>
      </ApiContext>
    </QueryClientProvider>,
  )
  const accounts = [{ accountAddress: address }]
  const { queryKey } = onChainBalancesOptions({
    network: devnet,
    rpcUrls: undefined,
    accounts,
  })
  /** The next reading of Firth. */
  return async (units: bigint) => {
    if (!usdc) throw new Error('Expected USDC.')
    const own = new Map([[usdc.assetType, units]])
    const reading = { units: new Map([[toAddressKey(address), own]]) }
    const read: OnChainBalancesByChain = new Map([[firth, reading]])
    await act(async () => {
      client.setQueryData(queryKey, read)
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
  }
}

test('what arrives while the sheet is open is announced, with its chain', async () => {
  const read = show([])
  const news = screen.getByRole('status')
  expect(news.textContent).toContain('appear here')
  await read(5_000_000n)
  await read(30_000_000n)
  expect(await screen.findByText('+25.00 USDC received on Firth')).toBeTruthy()
  expect(news.textContent).not.toContain('appear here')
})

test('a refund of an own execution is not', async () => {
  const read = show([sample])
  await read(5_000_000n)
  await read(30_000_000n)
  expect(screen.queryByText(/received/)).toBeNull()
})

test('an amount that is private stays so', async () => {
  setPreferences({ hideAmounts: true })
  const read = show([])
  await read(5_000_000n)
  await read(30_000_000n)
  expect(await screen.findByText('+**** USDC received on Firth')).toBeTruthy()
})
