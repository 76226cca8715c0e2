import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { createSwapSearch } from './swapSearch.ts'

test('a swap never starts from an asset to the same one, and the address comes first', () => {
  const codec = createSwapSearch(devnet, { paid: 'agg:eth' })
  expect(codec.read(new URLSearchParams())).toMatchObject({ from: 'agg:eth', to: 'agg:usdc' })
  const named = codec.read(new URLSearchParams('from=agg:usdc'))
  expect(named).toMatchObject({ from: 'agg:usdc', to: 'agg:eth' })
})
