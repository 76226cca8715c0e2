import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { toAssetRecords } from '#networks/toAssetRecords.ts'
import { buildTestRecord } from '#testing/dashboard/record.ts'
import { identifyChains } from '../../../components/flow/chainIdentity.ts'
import { quoteCell, toHistoryCsv, toHistoryJson } from './exportHistory.ts'
import type { RowNames } from './historyRow.ts'

const names: RowNames = {
  assets: toAssetRecords(devnet),
  chains: identifyChains(devnet.chains.map(({ chainId, name }) => ({ chain: chainId, name }))),
  order: 'createdAt',
}

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['  =1', "'  =1"],
  ['=HYPERLINK("http://a","b")', '"\'=HYPERLINK(""http://a"",""b"")"'],
  ['\uFF1D1', "'\uFF1D1"],
])('%j is text in a spreadsheet', (text, cell) => {
  expect(quoteCell(text)).toBe(cell)
})

test.each([
  ['3000', '3000'],
  ['a, b', '"a, b"'],
  ['said "yes"', '"said ""yes"""'],
  ['two\nlines', '"two\nlines"'],
  ['', ''],
])('%j is written as RFC 4180 has it', (text, cell) => {
  expect(quoteCell(text)).toBe(cell)
})

test('a line says what was paid, received and by which transactions', () => {
  const operations = [{ hash: '0xaa', chain: 'eip155:71117001' as const }]
  const record = buildTestRecord({
    originChainOperations: operations,
    fees: { assets: {}, cumulativeUSD: '1.20' },
  })
  const addresses = new Map([[record.user.toLowerCase(), '=cmd|calc']])
  const lines = toHistoryCsv([record], { ...names, addresses }).split('\r\n')
  expect(lines).toHaveLength(3)
  const header = lines[0]?.split(',') ?? []
  const cells = lines[1]?.split(',') ?? []
  const line = Object.fromEntries(header.map((name, index) => [name, cells[index]]))
  expect(cells).toHaveLength(header.length)
  expect(line).toMatchObject({
    Kind: 'SWAP',
    Paid: '3000',
    'Paid asset': 'USDC',
    Received: '0.991234567890123456',
    'Received asset': 'ETH',
    'Received on': 'Lagoon',
    'Recipient name': "'=cmd|calc",
    'Fees (USD)': '1.2',
    'Origin transactions': '0xaa',
  })
})

test('spreadsheets are told that the file is UTF-8', () => {
  expect(toHistoryCsv([], names)).toMatch(/^\uFEFFTime \(UTC\),/)
})

test('what did not arrive is not said to be received', () => {
  const [, line] = toHistoryCsv([buildTestRecord({ status: 'REFUNDED' })], names).split('\r\n')
  expect(line).not.toContain('0.9912')
})

test('JSON has the executions as the service reports them', () => {
  const record = buildTestRecord()
  const written: unknown = JSON.parse(
    toHistoryJson([record], { network: 'devnet', exportedAt: new Date(0) }),
  )
  expect(written).toEqual({
    network: 'devnet',
    exportedAt: '1970-01-01T00:00:00.000Z',
    executions: [record],
  })
})
