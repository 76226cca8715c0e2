import { expect, test } from 'vitest'

import { approveTypedData, operationNonce } from './approval.ts'
import { hashFill, hashOrder, hashOrders, type Leg, type Order } from './order.ts'

const account = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const hash = `0x${'11'.repeat(32)}` as const
const order: Order = {
  fillId: hash,
  depositor: account,
  token: account,
  amount: 10n,
  fee: 1n,
  feeReceiver: account,
  payee: account,
  depositDeadline: 100n,
  refundAfter: 200n,
  fillHash: hash,
}
const leg: Leg = { ...order, chainId: 'eip155:1', escrow: account }

test('an order hashes differently on another chain, in another escrow and with any other field', () => {
  const at = { chainNumber: 1, escrow: account } as const
  const other = '0x0000000000000000000000000000000000000001'
  const hashes = [
    hashOrder(order, at),
    hashOrder(order, { ...at, chainNumber: 2 }),
    hashOrder(order, { ...at, escrow: other }),
    hashOrder({ ...order, amount: 11n }, at),
    hashOrder({ ...order, fee: 2n }, at),
    hashOrder({ ...order, payee: other }, at),
    hashOrder({ ...order, feeReceiver: other }, at),
    hashOrder({ ...order, refundAfter: 201n }, at),
  ]
  expect(new Set(hashes).size).toBe(hashes.length)
})

test('the hash over legs does not depend on their order, only on the legs', () => {
  const second: Leg = { ...leg, chainId: 'eip155:2', amount: 20n }
  expect(hashOrders([leg, second])).toBe(hashOrders([second, leg]))
  expect(hashOrders([leg])).not.toBe(hashOrders([leg, second]))
  expect(hashOrders([leg, { ...second, fee: 0n }])).not.toBe(hashOrders([leg, second]))
})

test('a fill binds its minimum, recipient and deadline', () => {
  const fill = {
    fillId: hash,
    ordersHash: hash,
    recipient: account,
    token: account,
    minimumAmount: 5n,
    fillDeadline: 300n,
  } as const
  const at = { chainNumber: 1, settler: account, solver: account } as const
  const hashes = [
    hashFill(fill, at),
    hashFill({ ...fill, minimumAmount: 4n }, at),
    hashFill({ ...fill, fillDeadline: 301n }, at),
    hashFill({ ...fill, recipient: '0x0000000000000000000000000000000000000001' }, at),
    hashFill(fill, { ...at, chainNumber: 2 }),
  ]
  expect(new Set(hashes).size).toBe(hashes.length)
})

test('each operation of a quote has a nonce key of its own and sequence 0', () => {
  const nonces = [0, 1].flatMap((index) =>
    (['eip155:1', 'eip155:2'] as const).map((chainId) => operationNonce(hash, { chainId, index })),
  )
  expect(new Set(nonces).size).toBe(4)
  expect(nonces.every((nonce) => nonce % 2n ** 64n === 0n)).toBe(true)
})

test('what is approved names the account as verifying contract and changes with the call data', () => {
  const options = { chainNumber: 1, domain: { name: 'EstuaryAccount', version: '1' } }
  const operation = { sender: account, callData: '0x12', nonce: 0n } as const
  const typedData = approveTypedData(operation, options)
  expect(typedData.domain.verifyingContract).toBe(account)
  const changed = approveTypedData({ ...operation, callData: '0x13' }, options)
  expect(changed.message).not.toEqual(typedData.message)
})
