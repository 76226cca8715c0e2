import { Keypair } from '@solana/web3.js'
import { beforeAll, describe, expect, test } from 'vitest'

import {
  buildOpenInstruction,
  buildRefundInstruction,
  buildReleaseInstruction,
} from '#chains/solana/program/orderInstructions.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'

import { createEscrowChain, type EscrowChain } from '#testing/contracts/escrow.ts'
import { changeAccount } from '#testing/contracts/instructions.ts'
import { createOrderHarness, startUnits } from '#testing/contracts/order.ts'

let base: EscrowChain
/** Rent-exempt minimum of an account without data. */
let minLamports: bigint

beforeAll(async () => {
  base = await createEscrowChain()
  minLamports = base.runtime.minimumBalance(0)
})

describe('an order of native coins', () => {
  test('is released although the fee receiver holds nothing: the payee gets the fee too', () => {
    const { chain, order, release, units } = openedTo({ fee: 7_000n })
    const before = units('payee')
    chain.do([release], ['attestor'])
    expect(units('payee') - before).toBe(order.amount + order.fee)
    expect(units('recipient')).toBe(0n)
    // Nobody gets both sides: it can no longer be refunded.
    chain.pass(900)
    expect(
      chain.refuse([buildRefundInstruction(order, { ...getPlace(chain), attestors: [] })]),
    ).toBe('ORDER_NOT_HELD')
    expect(units('depositor')).toBe(startUnits - order.amount - order.fee)
  })

  test.each([0n, 1n])('pays an empty fee receiver what keeps it alive, less %i', (short) => {
    const { chain, order, release, units } = openedTo({ fee: minLamports - short })
    const before = units('payee')
    chain.do([release], ['attestor'])
    const paid = short > 0n ? [order.amount + order.fee, 0n] : [order.amount, order.fee]
    expect([units('payee') - before, units('recipient')]).toEqual(paid)
  })

  test('is released although nobody who is paid holds anything, with the least that can be deposited', () => {
    const payee = Keypair.generate().publicKey.toBase58()
    const { chain, order, release } = openedTo({ amount: minLamports, fee: 1n, payee })
    expect(chain.lamports(payee)).toBe(0n)
    chain.do([release], ['attestor'])
    expect(chain.lamports(payee)).toBe(order.amount + order.fee)
  })

  test('pays one who is payee and fee receiver both, once each', () => {
    const payee = base.address('recipient')
    const { chain, order, release, units } = openedTo({ amount: minLamports, fee: 1n, payee })
    chain.do([release], ['attestor'])
    expect(units('recipient')).toBe(order.amount + order.fee)
  })

  test('pays no fee past another account than the named, however empty either is', () => {
    const { chain, release } = openedTo({ fee: 7_000n })
    const other = { address: chain.address('stranger') }
    expect(chain.refuse([changeAccount(release, 3, other)], ['attestor'])).toBe('WRONG_ADDRESS')
    const unread = { isWritable: false }
    expect(chain.refuse([changeAccount(release, 3, unread)], ['attestor'])).toBe('NOT_WRITABLE')
  })
})

function getPlace(chain: EscrowChain) {
  return { program: chain.program, rentPayer: chain.address('service') }
}

/** An opened order whose fee receiver is an empty wallet. */
function openedTo(changes: Partial<SolanaOrder>) {
  const harness = createOrderHarness(base, 'native coins')
  const { chain } = harness
  const order = { ...harness.order, feeReceiver: chain.address('recipient'), ...changes }
  chain.do([buildOpenInstruction(order, getPlace(chain))], ['depositor'])
  const attestors = [chain.address('attestor')]
  return {
    ...harness,
    order,
    release: buildReleaseInstruction(order, { ...getPlace(chain), attestors }),
  }
}
