import { expect, test } from 'vitest'

import { boundGas } from './rpcRoutes.ts'

const max = '0x2faf080'

test.each([
  ['more than the cap', { gas: '0xffffffffffff' }],
  ['more than a quantity holds', { gas: `0x${'f'.repeat(80)}` }],
  ['a number, which some nodes read', { gas: 99_999_999_999 }],
])('a call with gas of %s gets the cap', (_what, call) => {
  for (const method of ['eth_call', 'eth_estimateGas'])
    expect(boundGas({ method, params: [{ data: '0x5b5f56', ...call }, 'latest'] })).toEqual([
      { data: '0x5b5f56', gas: max },
      'latest',
    ])
})

test.each([
  ['names no gas', 'eth_call', [{ to: '0x01' }, 'latest']],
  ['names less', 'eth_call', [{ to: '0x01', gas: '0x5208' }, 'latest', {}]],
  ['names as much', 'eth_estimateGas', [{ to: '0x01', gas: max }]],
  ['has parameters of no call', 'eth_call', ['latest']],
  ['has no parameters', 'eth_call', undefined],
  ['is of another method', 'eth_getCode', [{ gas: '0xffffffffffff' }]],
])('a call that %s stays as it is', (_what, method, params) => {
  expect(boundGas({ method, params })).toEqual(params)
})

test('a call in a block of its own has gas of its own: the block could have any amount', () => {
  const block = { gasLimit: '0xffffffffffff' }
  expect(boundGas({ method: 'eth_call', params: [{}, 'latest', {}, block] })).toEqual([
    { gas: max },
    'latest',
    {},
    block,
  ])
})
