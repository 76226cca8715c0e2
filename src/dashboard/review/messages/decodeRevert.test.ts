import { encodeErrorResult, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'

import { readAbiLines } from '#chains/evm/operation/abiFunctions.ts'
import { decodeRevert } from './decodeRevert.ts'

const own = `function act(uint256 amount)
error TooLate(uint256 deadline, address[] callers, (bool isFinal, string note) last)`
const who = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const abi = parseAbi([
  'struct Last { bool isFinal; string note; }',
  'error TooLate(uint256 deadline, address[] callers, Last last)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error Error(string reason)',
])
const tooLate = encodeErrorResult({
  abi,
  errorName: 'TooLate',
  args: [7n, [who], { isFinal: true, note: 'gone' }],
})

test("an error of the user's own ABI is read with its name and every value", () => {
  expect(decodeRevert(tooLate, readAbiLines(own).errors)).toEqual({
    name: 'TooLate',
    values: [
      { name: 'deadline', value: '7' },
      { name: 'callers', value: `(${who})` },
      { name: 'last', value: '(true, gone)' },
    ],
  })
})

test('standard errors are read without any ABI', () => {
  const data = encodeErrorResult({
    abi,
    errorName: 'ERC20InsufficientBalance',
    args: [who, 5n, 9n],
  })
  expect(decodeRevert(data, [])).toEqual({
    name: 'ERC20InsufficientBalance',
    values: [
      { name: 'sender', value: who },
      { name: 'balance', value: '5' },
      { name: 'needed', value: '9' },
    ],
  })
})

test('what no ABI has, and what is not exactly an error, stays undecoded', () => {
  expect(decodeRevert(tooLate, [])).toBeUndefined()
  const odd: readonly Hex[] = ['0x', '0x12345678', `${tooLate}00`, `0x${tooLate.slice(2, -64)}`]
  for (const data of odd) expect(decodeRevert(data, readAbiLines(own).errors), data).toBeUndefined()
})

test("a contract's own sentence cannot fill the page or hide in it", () => {
  const reason = `\u202eevil\n${'x'.repeat(500)}`
  const data = encodeErrorResult({ abi, errorName: 'Error', args: [reason] })
  const [value] = decodeRevert(data, [])?.values ?? []
  expect(value?.value).toBe(`?evil?${'x'.repeat(194)}`)
})
