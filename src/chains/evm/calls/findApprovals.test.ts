import { encodeAbiParameters, keccak256, pad, stringToHex } from 'viem/utils'
import { expect, test } from 'vitest'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { findApprovals } from './findApprovals.ts'
import type { EvmLog } from '../orders/watch.ts'

const account: EvmAddress = `0x${'a1'.repeat(20)}`
const spender: EvmAddress = `0x${'5b'.repeat(20)}`
const token: EvmAddress = `0x${'70'.repeat(20)}`
const permit2: EvmAddress = `0x${'22'.repeat(20)}`
const nobody: EvmAddress = `0x${'00'.repeat(20)}`

/** An event whose first `indexed` values are topics, the rest data. */
function log(
  signature: string,
  values: readonly (EvmAddress | bigint | boolean)[],
  options: { indexed: number; from?: EvmAddress },
): EvmLog {
  const words = values.map((value): Hex => {
    if (typeof value === 'string') return pad(value)
    return encodeAbiParameters([{ type: 'uint256' }], [BigInt(value)])
  })
  const data = words.slice(options.indexed).map((word) => word.slice(2))
  return {
    address: options.from ?? token,
    topics: [keccak256(stringToHex(signature)), ...words.slice(0, options.indexed)],
    data: `0x${data.join('')}`,
  }
}

const erc20 = 'Approval(address,address,uint256)'

test.each([
  ['an ERC-20 approval', log(erc20, [account, spender, 1n], { indexed: 2 })],
  [
    'an approval of an old token without indexes',
    log(erc20, [account, spender, 1n], { indexed: 0 }),
  ],
  ['an ERC-721 approval of one token', log(erc20, [account, spender, 0n], { indexed: 3 })],
  [
    'an operator over all tokens',
    log('ApprovalForAll(address,address,bool)', [account, spender, true], { indexed: 2 }),
  ],
  [
    'an ERC-6909 approval',
    log('Approval(address,address,uint256,uint256)', [account, spender, 1n, 5n], { indexed: 3 }),
  ],
  [
    'an ERC-6909 operator',
    log('OperatorSet(address,address,bool)', [account, spender, true], { indexed: 2 }),
  ],
  [
    'an ERC-777 operator',
    log('AuthorizedOperator(address,address)', [spender, account], { indexed: 2 }),
  ],
  [
    'a right to borrow in its name',
    log(
      'BorrowAllowanceDelegated(address,address,address,uint256,uint16)',
      [account, spender, token, 1n, 0n],
      { indexed: 3 },
    ),
  ],
])('%s is found', (_what, event) => {
  expect(findApprovals([event], account)).toEqual([{ token, spender }])
})

test.each([
  'Approval(address,address,address,uint160,uint48)',
  'Permit(address,address,address,uint160,uint48,uint48)',
])('a right given through Permit2 names its token: %s', (signature) => {
  const event = log(signature, [account, token, spender, 1n, 2n, 3n], { indexed: 3, from: permit2 })
  expect(findApprovals([event], account)).toEqual([{ token, spender }])
})

test('an approval that is taken back in the same operation is no right', () => {
  const logs = [5n, 0n].map((amount) => log(erc20, [account, spender, amount], { indexed: 2 }))
  expect(findApprovals(logs, account)).toEqual([])
  expect(findApprovals(logs.toReversed(), account)).toEqual([{ token, spender }])
})

test("others' approvals, transfers, and an ERC-721 token that clears its approval are no right", () => {
  const logs = [
    log(erc20, [spender, account, 1n], { indexed: 2 }),
    log('Transfer(address,address,uint256)', [account, spender, 1n], { indexed: 2 }),
    log(erc20, [account, nobody, 7n], { indexed: 3 }),
    log('AuthorizedOperator(address,address)', [account, spender], { indexed: 2 }),
  ]
  expect(findApprovals(logs, account)).toEqual([])
})
