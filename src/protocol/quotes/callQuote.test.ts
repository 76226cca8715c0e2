import { expect, test } from 'vitest'

import { PrepareCallQuoteRequest } from './callQuote.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const call = { to: address, data: '0x12345678' }
const base = {
  accounts: [{ sessionAddress: address, adminAddress: address, accountAddress: address }],
  targetChain: 'eip155:1',
  calls: [call],
  tokensRequired: [],
}
const half = { to: address, data: `0x${'00'.repeat(50 * 1024)}` }
const halfCode = { address, code: `0x${'00'.repeat(12 * 1024)}` }

test.each([
  { what: '100 calls', fields: { calls: Array.from({ length: 100 }, () => call) } },
  { what: '100 KB of call data', fields: { calls: [half, half] } },
  { what: '24 KB of override code', fields: { overrides: [halfCode, halfCode] } },
])('$what are taken', ({ fields }) => {
  expect(PrepareCallQuoteRequest.safeParse({ ...base, ...fields }).success).toBe(true)
})

test.each([
  {
    what: '101 calls',
    fields: { calls: Array.from({ length: 101 }, () => call) },
    path: 'calls',
    bound: '100 items',
  },
  {
    what: 'a byte more than 100 KB of call data',
    fields: { calls: [half, half, { to: address, data: '0x00' }] },
    path: 'calls',
    bound: '102400 bytes of call data',
  },
  {
    what: 'a byte more than 24 KB of override code',
    fields: { overrides: [halfCode, halfCode, { address, code: '0x00' }] },
    path: 'overrides',
    bound: '24576 bytes of code',
  },
])('$what are refused by name', ({ fields, path, bound }) => {
  const issues = PrepareCallQuoteRequest.safeParse({ ...base, ...fields }).error?.issues
  expect(issues).toMatchObject([{ path: [path], message: expect.stringContaining(bound) }])
})

test('a list beyond its bound is refused without a look at all of its items', () => {
  let looked = 0
  const watched = {
    ...call,
    get data() {
      looked += 1
      return '0x'
    },
  }
  const calls = Array.from({ length: 5_000 }, () => watched)
  expect(PrepareCallQuoteRequest.safeParse({ ...base, calls }).success).toBe(false)
  expect(looked).toBeLessThan(500)
})
