import { encodeAbiParameters } from 'viem'
import { expect, test } from 'vitest'

import { readAbi } from './readAbi.ts'
import { readResult } from './readResult.ts'

const read = readAbi('function quote() view returns (uint256 price, bool isOpen, address[] makers)')
const [fn] = 'readers' in read ? read.readers : []

test('what a function returns is read by its types, and anything else is not', () => {
  if (!fn) throw new Error('Expected a function that reads.')
  const maker = '0x00000000000000000000000000000000000000A1'
  const data = encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'bool' }, { type: 'address[]' }],
    [7n, true, [maker]],
  )
  expect(readResult(fn, data)).toEqual(['7', 'true', [maker]])
  expect(readResult(fn, '0x')).toBe('unreadable')
  expect(readResult({ outputs: [], outputParameters: [] }, '0x')).toEqual([])
})
