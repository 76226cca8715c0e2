import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import { getEvmChains } from '#networks/getChain.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { AccountAddress } from '#protocol/ids/caip.ts'
import { vaultsOptions } from './vaults.ts'

const [firth] = getEvmChains(devnet)
const accounts = [{ accountAddress: AccountAddress.parse(`0x${'11'.repeat(20)}`) }]

test('a vault whose chain does not answer is unknown, and never worth 0', async () => {
  if (!firth?.vault) throw new Error('Expected a vault on Firth.')
  vi.stubGlobal('fetch', () => Promise.reject(new Error('Nobody is there.')))
  const network = { ...devnet, chains: [firth] }
  const rpcUrls = new Map([[firth.chainId, firth.rpcUrl]])
  const read = await new QueryClient().fetchQuery(vaultsOptions(network, { accounts, rpcUrls }))
  expect(read).toEqual({ read: [], silentOn: [firth.chainId] })
})
