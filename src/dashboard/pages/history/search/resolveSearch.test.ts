import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { clearFilters, getSpan, historySearch, isFiltered } from './historySearch.ts'
import { resolveSearch } from './resolveSearch.ts'

const mira = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const callId = `0x${'0c'.repeat(32)}`
const nowMs = new Date(2026, 10, 21, 12).getTime()
const names = {
  addresses: new Map([[mira, 'Mira Solheim']]),
  calls: new Map([[callId, 'Deposit \u00b7 vault']]),
  network: devnet,
  nowMs,
}

function resolve(query: string) {
  return resolveSearch(historySearch.read(new URLSearchParams(query)), names)
}

test.each([
  ['a quote id or hash', `0x${'ab'.repeat(32)}`, { search: [`0x${'ab'.repeat(32)}`] }],
  ['an address', mira, { search: [mira] }],
  ['the name of an address', 'solheim', { search: [mira] }],
  ['the function of a call', 'deposit', { search: [callId] }],
  ['a chain', 'lago', { chain: ['eip155:71117003'] }],
])('a text is %s', (_, text, filter) => {
  expect(resolve(`q=${text}`)).toEqual({ filter })
})

test('a ticker means the asset on every chain', () => {
  const found = resolve('q=usdc')
  expect('filter' in found && found.filter.asset).toContain('agg:usdc')
})

test('a text that names nothing is said to, and part of a hash too', () => {
  expect(resolve('q=nobody')).toEqual({
    problem: 'No account, contract call, asset or chain by that name.',
  })
  expect(resolve('q=0xabc')).toHaveProperty('problem', expect.stringContaining('40 digits'))
})

test('values in the address that are none are left out', () => {
  expect(resolve('status=DONE,FAILED&type=LOAN&asset=usdc&chain=polygon&period=never')).toEqual({
    filter: { status: ['FAILED'] },
  })
})

test('the page stands in its address, and clearing leaves the order', () => {
  const query = 'q=mira&status=FAILED&period=days&from=2026-11-01&to=2026-11-02&sort=updatedAt'
  const search = historySearch.read(new URLSearchParams(query))
  expect(historySearch.write(search)).toMatchObject(Object.fromEntries(new URLSearchParams(query)))
  expect(isFiltered(search)).toBe(true)
  const cleared = clearFilters(search)
  expect(isFiltered(cleared)).toBe(false)
  expect(cleared.order).toBe('updatedAt')
})

test('a period begins and ends with a day of this time zone', () => {
  const none = { from: '', to: '' }
  expect(getSpan({ period: 'week', ...none }, nowMs)).toEqual({
    sinceMs: new Date(2026, 10, 15).getTime(),
  })
  expect(getSpan({ period: 'days', from: '2026-11-01', to: '2026-11-02' }, nowMs)).toEqual({
    sinceMs: new Date(2026, 10, 1).getTime(),
    untilMs: new Date(2026, 10, 3).getTime(),
  })
})
