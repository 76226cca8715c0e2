import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import type { Network } from '#networks/network.ts'
import type { AssetId } from '#protocol/ids/caip.ts'
import { indexAssets } from '../../assetIndex.ts'
import { findUnlistedAsset } from './unlistedRequest.ts'

const token = 'eip155:71117001/erc20:0x00000000000000000000000000000000000ca75e'

function find(network: Network, [from, to]: readonly [AssetId, AssetId]) {
  const request = {
    from: { accounts: [], asset: { assetId: from }, amount: '1' },
    to: { asset: { assetId: to } },
    acceptsUnlisted: true,
  }
  return findUnlistedAsset(request, { network, assets: indexAssets(network) })
}

test('without an OutputGuard unlisted tokens are sold, and bought nowhere', () => {
  const older: Network = {
    ...devnet,
    chains: devnet.chains.map((chain) => {
      if (chain.kind !== 'evm') return chain
      const { outputGuard: _absent, ...contracts } = chain.contracts
      return { ...chain, contracts }
    }),
  }
  expect(find(devnet, ['agg:usdc', token])).toBe(token)
  expect(find(older, [token, 'agg:usdc'])).toBe(token)
  expect(() => find(older, ['agg:usdc', token])).toThrow(
    'None can be bought on eip155:71117001: this deployment has no OutputGuard there',
  )
})
