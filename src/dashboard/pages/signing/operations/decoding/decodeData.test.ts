import {
  concat,
  slice,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  parseAbi,
  size,
} from 'viem'
import { expect, test } from 'vitest'

import type { Hex } from '#protocol/ids/hex.ts'
import { type DecodedData, decodeData } from './decodeData.ts'

const router = '0x00000000000000000000000000000000000000a1'
const token = '0x00000000000000000000000000000000000000b2'
const friend = '0x00000000000000000000000000000000000000c3'
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function multicall(bytes[] data) payable',
  'function execute(bytes32 mode, bytes executionCalldata) payable',
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable',
  'function multiSend(bytes transactions) payable',
])
const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [friend, 5n] })
const approve = encodeFunctionData({ abi, functionName: 'approve', args: [friend, 6n] })

/** Names of the functions as a tree, with contract and value where they are known. */
function outline({ fn, to, value, inner }: DecodedData): unknown[] {
  const sent = value === undefined || value === 0n ? '' : ` with ${value}`
  return [`${fn?.name ?? 'unknown'} on ${to ?? '?'}${sent}`, ...inner.map(outline)]
}

function read(data: Hex) {
  return outline(decodeData(data, { to: router }))
}

test('a multicall is read with its calls, which are of the same contract, however deep', () => {
  const inner = encodeFunctionData({ abi, functionName: 'multicall', args: [[transfer]] })
  const data = encodeFunctionData({ abi, functionName: 'multicall', args: [[inner, approve]] })
  expect(read(data)).toEqual([
    `multicall on ${router}`,
    [`multicall on ${router}`, [`transfer on ${router}`]],
    [`approve on ${router}`],
  ])
  expect(decodeData(data, { to: router }).inner.map(({ isApproval }) => isApproval)).toEqual([
    false,
    true,
  ])
})

test('calls that name their contract and value are read with them', () => {
  const args = [[{ target: token, allowFailure: false, value: 7n, callData: transfer }]] as const
  expect(read(encodeFunctionData({ abi, functionName: 'aggregate3Value', args }))).toEqual([
    `aggregate3Value on ${router}`,
    [`transfer on ${token} with 7`],
  ])
})

test('both forms of a modular account are read', () => {
  const one = concat([encodePacked(['address', 'uint256'], [token, 9n]), transfer])
  const many = encodeAbiParameters(
    [
      {
        type: 'tuple[]',
        components: [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }],
      },
    ],
    // oxlint-disable-next-line no-unsafe-type-assertion -- unnamed parts are given as a list
    [[[token, 0n, transfer]] as never],
  )
  for (const [mode, data, seen] of [
    ['00', one, `transfer on ${token} with 9`],
    ['01', many, `transfer on ${token}`],
  ] as const) {
    const args = [`0x${mode.padEnd(64, '0')}`, data] as const
    expect(read(encodeFunctionData({ abi, functionName: 'execute', args }))).toEqual([
      `execute on ${router}`,
      [seen],
    ])
  }
})

test('packed transactions are read one after the other, up to the first that is cut off', () => {
  const packed = encodePacked(
    ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
    [0, token, 0n, BigInt(size(transfer)), transfer],
  )
  const args = [concat([packed, slice(packed, 0, 99)])] as const
  expect(read(encodeFunctionData({ abi, functionName: 'multiSend', args }))).toEqual([
    `multiSend on ${router}`,
    [`transfer on ${token}`],
  ])
})

test('bytes that only begin like a call stay bytes, and an unknown selector stays data', () => {
  const data = encodeFunctionData({ abi, functionName: 'multicall', args: [[`${transfer}00`]] })
  expect(read(data)).toEqual([`multicall on ${router}`])
  expect(read('0x12345678')).toEqual([`unknown on ${router}`])
})

test('nesting ends somewhere', () => {
  let data = transfer
  for (let depth = 0; depth < 12; depth += 1)
    data = encodeFunctionData({ abi, functionName: 'multicall', args: [[data]] })
  expect(JSON.stringify(read(data)).match(/multicall/g)).toHaveLength(7)
})
