import { expect, test } from 'vitest'

import { parseHostName, isAddressName, isLoopbackName } from './parseHostName.ts'

test.each([
  ['127.0.0.1:8080', '127.0.0.1'],
  ['LOCALHOST', 'localhost'],
  ['localhost.:80', 'localhost'],
  ['[::1]:8080', '[::1]'],
  ['[0:0:0:0:0:0:0:1]', '[::1]'],
  ['127.1', '127.0.0.1'],
  ['0x7f.0.0.1', '127.0.0.1'],
  ['App.Example:443', 'app.example'],
  ['', ''],
])('reads the name in %s', (host, name) => {
  expect(parseHostName(host)).toBe(name)
})

test.each([
  'a b',
  'user@a',
  'a/b',
  'a?b',
  'a#b',
  'a:b',
  'a:99999',
  '[::1',
  '[x]',
  '1.2.3.4.5',
  '..',
  'a,b',
])('takes %s for no host', (host) => {
  expect(parseHostName(host)).toBeUndefined()
})

test('tells addresses from names, and this machine from others', () => {
  expect(['127.0.0.1', '[::1]', '10.0.0.1'].every(isAddressName)).toBe(true)
  expect(['localhost', '127.0.0.1.evil.example', '1.example', ''].some(isAddressName)).toBe(false)
  expect(['127.0.0.1', '[::1]', 'localhost'].every(isLoopbackName)).toBe(true)
  expect(['10.0.0.1', 'localhost.evil.example', ''].some(isLoopbackName)).toBe(false)
})
