import { expect, test } from 'vitest'

import type { FieldValue } from '#chains/evm/operation/callFields.ts'
import { readAbi } from '#chains/evm/operation/readAbi.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { findEmptyLists } from './preparedSteps.ts'

test.each<[string, readonly FieldValue[], readonly string[]]>([
  ['function airdrop(address[] to, uint256[] v)', [[], ['1', '2']], ['to']],
  ['function a((uint8[] legs, bytes key)[] parts, string s)', [[[[], '0x']], ''], ['parts']],
  ['function a(uint8[] , bytes key)', [[], '0x'], ['uint8[]']],
  ['function a(uint8[] x)', [['0']], []],
])('%s: a list without items is named', (line, values, names) => {
  const read = readAbi(line)
  const [fn] = 'functions' in read ? read.functions : []
  if (!fn) throw new Error('Expected a function.')
  const decoded = { function: fn, values }
  const call = {
    to: devnetAddresses.vault,
    value: 0n,
    data: '0x',
    known: undefined,
    decoded,
  } as const
  expect(findEmptyLists(call)).toEqual(names)
})
