import { expect, test } from 'vitest'

import { defaultNames } from '#protocol/accounts/account.ts'
import { Names } from '#protocol/accounts/names.ts'
import { devnet } from './devnet/devnet.ts'
import { checkNetwork } from './loadNetwork.ts'
import { withNames } from './withNames.ts'

const { accountTypes } = defaultNames

test('every aggregate carries the prefix of its deployment, and nothing else changes', () => {
  const named = withNames(devnet, { aggregatedPrefix: 'omni', accountTypes })
  expect(named.aggregates.map(({ aggregatedAssetId }) => aggregatedAssetId)).toEqual([
    'omni:usdc',
    'omni:usdt',
    'omni:eth',
    'omni:btc',
  ])
  checkNetwork(named)
  expect(withNames(named, defaultNames)).toEqual(devnet)
})

test.each([
  ['upper case in the prefix', { aggregatedPrefix: 'Omni', accountTypes }],
  ['a colon in the prefix', { aggregatedPrefix: 'omni:', accountTypes }],
  ['an empty name', { ...defaultNames, accountTypes: { ...accountTypes, basic: '' } }],
  [
    'one name for two kinds',
    { ...defaultNames, accountTypes: { ...accountTypes, basic: accountTypes.eip7702 } },
  ],
  ['a kind without a name', { ...defaultNames, accountTypes: { basic: 'basic' } }],
])('%s is no name of a deployment', (_what, names) => {
  expect(Names.safeParse(defaultNames).success).toBe(true)
  expect(Names.safeParse(names).success).toBe(false)
})
