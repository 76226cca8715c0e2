import { hashTypedData } from 'viem/utils'
import { expect, test } from 'vitest'

import { buildApproveTypedData, hashCallDataAndNonce, getOperationNonce } from './approval.ts'
import type { EvmAddress } from '../ids/caip.ts'
import { hashFill, hashOrder, hashOrders, type Fill, type Leg, type Order } from './order.ts'
import { hashSolanaFill, hashSolanaOrder, nativeMint, type SolanaOrder } from './solanaOrder.ts'

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
    (['eip155:1', 'eip155:2'] as const).map((chainId) =>
      getOperationNonce(hash, { chainId, index }),
    ),
  )
  expect(new Set(nonces).size).toBe(4)
  expect(nonces.every((nonce) => nonce % 2n ** 64n === 0n)).toBe(true)
})

test('what is approved names the account as verifying contract and changes with the call data', () => {
  const options = { chainNumber: 1, domain: { name: 'EstuaryAccount', version: '1' } }
  const operation = { sender: account, callData: '0x12', nonce: 0n } as const
  const typedData = buildApproveTypedData(operation, options)
  expect(typedData.domain.verifyingContract).toBe(account)
  const changed = buildApproveTypedData({ ...operation, callData: '0x13' }, options)
  expect(changed.message).not.toEqual(typedData.message)
})

/** All fields differ, so that swapping any two changes the hash. */
const fixedOrder: Order = {
  fillId: `0x${'f1'.repeat(32)}`,
  depositor: `0x${'d1'.repeat(20)}`,
  token: `0x${'70'.repeat(20)}`,
  amount: 990_000n,
  fee: 10_000n,
  feeReceiver: `0x${'fe'.repeat(20)}`,
  payee: `0x${'9a'.repeat(20)}`,
  depositDeadline: 1_800_000_120n,
  refundAfter: 1_800_000_900n,
  fillHash: `0x${'f2'.repeat(32)}`,
}
const fixedLeg: Leg<EvmAddress> = {
  ...fixedOrder,
  chainId: 'eip155:71117001',
  escrow: `0x${'e5'.repeat(20)}`,
}
const fixedFill: Fill = {
  fillId: fixedOrder.fillId,
  ordersHash: `0x${'05'.repeat(32)}`,
  recipient: `0x${'4e'.repeat(20)}`,
  token: `0x${'71'.repeat(20)}`,
  minimumAmount: 989_000n,
  fillDeadline: 1_800_000_300n,
}
const fixedOperation = { sender: account, callData: '0xe9ae5c5301', nonce: 7n << 64n } as const

test('the hash of a known order never changes', () => {
  const at = { chainNumber: 71_117_001, escrow: fixedLeg.escrow }
  expect(hashOrder(fixedOrder, at)).toMatchInlineSnapshot(
    `"0x22f47057112d55ae4ac89ce1b540b8f1f984d20149396345bd915ac34bf05ee9"`,
  )
})

test('the hash over known legs never changes', () => {
  const second: Leg = { ...fixedLeg, chainId: 'eip155:71117002', amount: 5n * 10n ** 18n, fee: 0n }
  expect([hashOrders([fixedLeg]), hashOrders([fixedLeg, second])]).toMatchInlineSnapshot(`
    [
      "0xae98fdff81d3ad421b747e3babd7d9ca0a9a86245e0f42641c6f70cdc3ce45a7",
      "0xd5d2be8cd6e52c10f6983548acef0016632e6f432f6305e891d1a061e17f3222",
    ]
  `)
})

test('the hash of a known fill never changes', () => {
  const at = {
    chainNumber: 71_117_002,
    settler: `0x${'5e'.repeat(20)}`,
    solver: `0x${'50'.repeat(20)}`,
  } as const
  expect(hashFill(fixedFill, at)).toMatchInlineSnapshot(
    `"0x53b9baa9966cc61db4abee7c4b7785d39066212459dc8d1c059537ff29472149"`,
  )
})

test('what is approved for a known operation never changes', () => {
  const { domain, message } = buildApproveTypedData(fixedOperation, {
    chainNumber: 71_117_001,
    domain: { name: 'EstuaryAccount', version: '1' },
  })
  const types = { Approve: [{ name: 'callDataAndNonceHash', type: 'bytes32' }] } as const
  expect({
    callDataAndNonceHash: hashCallDataAndNonce(fixedOperation),
    digest: hashTypedData({ domain, types, primaryType: 'Approve', message }),
  }).toMatchInlineSnapshot(`
    {
      "callDataAndNonceHash": "0x0cc0810f0fb6e49521eec7260850aaa901f509b21472ccb74a62b1b7dcb2cb89",
      "digest": "0xa4064bd1fa3039bdb065c27d9799ddb8ff9a4592d4525587a7772f5307a8f461",
    }
  `)
})

test('the nonce of a known operation never changes', () => {
  const nonce = getOperationNonce(fixedOrder.fillId, { chainId: 'eip155:71117001', index: 1 })
  expect(nonce).toMatchInlineSnapshot(
    `77561998729221904796879062621087964796895864536191619668859819918675786334208n`,
  )
})

const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const solanaProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const solanaOrder: SolanaOrder = {
  ...fixedOrder,
  depositor: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  token: mint,
  feeReceiver: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  payee: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
}

test('legs of both ecosystems share one hash, in which each Solana address counts whole', () => {
  const solanaLeg: Leg = { ...solanaOrder, chainId: 'solana:devnet', escrow: solanaProgram }
  expect(hashOrders([fixedLeg, solanaLeg])).toBe(hashOrders([solanaLeg, fixedLeg]))
  const others = [
    { ...solanaLeg, token: nativeMint },
    { ...solanaLeg, payee: mint },
    { ...solanaLeg, depositor: mint },
    { ...solanaLeg, chainId: 'solana:mainnet' as const },
  ].map((other) => hashOrders([fixedLeg, other]))
  expect(new Set([hashOrders([fixedLeg, solanaLeg]), ...others]).size).toBe(5)
})

test('an address that has no 32 bytes cannot be part of a leg', () => {
  const leg: Leg = { ...solanaOrder, chainId: 'solana:devnet', escrow: '1'.repeat(33) }
  expect(() => hashOrders([leg])).toThrow('no 32 bytes')
})

test('an order on Solana hashes differently for another program and with any other field', () => {
  const hashes = [
    hashSolanaOrder(solanaOrder, solanaProgram),
    hashSolanaOrder(solanaOrder, mint),
    hashSolanaOrder({ ...solanaOrder, amount: solanaOrder.amount + 1n }, solanaProgram),
    hashSolanaOrder({ ...solanaOrder, token: nativeMint }, solanaProgram),
    hashSolanaOrder({ ...solanaOrder, payee: mint }, solanaProgram),
    hashSolanaOrder({ ...solanaOrder, refundAfter: 1n }, solanaProgram),
  ]
  expect(new Set(hashes).size).toBe(hashes.length)
})

test('a fill on Solana binds chain, solver, minimum and deadline', () => {
  const fill = { ...fixedFill, recipient: mint, token: nativeMint }
  const at = { chainId: 'solana:devnet', program: solanaProgram, solver: mint } as const
  const hashes = [
    hashSolanaFill(fill, at),
    hashSolanaFill(fill, { ...at, chainId: 'solana:mainnet' }),
    hashSolanaFill(fill, { ...at, solver: solanaProgram }),
    hashSolanaFill({ ...fill, minimumAmount: 1n }, at),
    hashSolanaFill({ ...fill, fillDeadline: 1n }, at),
  ]
  expect(new Set(hashes).size).toBe(hashes.length)
})
