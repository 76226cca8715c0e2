import { expect, test } from 'vitest'
import { toClientAddress } from './allowance.ts'

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::FFFF:0a00:0001', '10.0.0.1'],
  ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
  ['2001:0db8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:2::5', '2001:db8:0:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::10.0.0.1', '64:ff9b:0:0::/64'],
  ['::', '0:0:0:0::/64'],
])('%s is counted as %s', (address, client) => {
  expect(toClientAddress(address)).toBe(client)
})

test('what is no address is counted as it is, up to a length', () => {
  expect(toClientAddress('x'.repeat(1000))).toHaveLength(45)
})

test('a request whose client has gone meanwhile is counted, too', () => {
  expect(toClientAddress(undefined)).toBe('closed')
})
