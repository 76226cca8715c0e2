import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { sendSigned } from '#devnet/solana/deploy/sendConfirmed.ts'
import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { hashSolanaOrder } from '#protocol/orders/solanaOrder.ts'
import type { SolanaSettlement } from '../settlement/solanaSettlement.ts'
import { getOrderAddressByHash } from '../program/addresses.ts'
import { buildCloseOrderInstruction } from '../program/orderInstructions.ts'
import { buildTransferInstruction } from '../program/transferInstructions.ts'
import { toWebInstruction } from '../program/instruction.ts'
import { buildOrder } from '#testing/solana/intents.ts'
import { startTestProvider, type TestProvider } from '#testing/solana/provider.ts'
import {
  type SettlementHarness,
  createSettlementAt,
  startSettlementHarness,
} from '#testing/solana/settlement.ts'

const { program, roles } = devnetSolana
/** One order that was never opened, and one that was settled and closed. */
let unopened: Hash
let released: Hash
let refundAfter: bigint
let harness: SettlementHarness
let provider: TestProvider
let settlement: SolanaSettlement

beforeAll(async () => {
  harness = await startSettlementHarness()
  provider = await startTestProvider(harness.solana.node.rpcUrl)
  settlement = createSettlementAt([provider.rpcUrl])
  const { time } = await harness.settlement.readHead()
  refundAfter = time + 600n
  const times = { depositDeadline: time + 60n, refundAfter }
  const user = await harness.wallet({ sol: 3_000_000_000n })
  const { order, orderHash, operation } = await harness.signedDeposit(user, 'sol', times)
  released = orderHash
  await harness.run({ kind: 'deposit', operation, validUntil: 0n })
  const attestation = await harness.attest('release', order)
  await harness.run({ kind: 'release', order, attestation })
  unopened = hashSolanaOrder({ ...buildOrder(user, 'sol'), ...times }, program)
})
afterAll(async () => {
  provider.stop()
  await harness.solana.stop()
})
beforeEach(() => provider.setFalseAnswer(undefined))

test('before anybody can have closed an order, one that is not there was never opened, whatever is remembered', async () => {
  forgetEverything()
  expect(await readState(unopened)).toBe('none')
})

describe('when orders can be closed', () => {
  beforeAll(async () => {
    await harness.solana.increaseTime(700)
    const close = buildCloseOrderInstruction({
      program,
      order: getOrderAddressByHash(released, program),
      rentPayer: roles.executor,
    })
    await send(close)
    await send(
      buildTransferInstruction({
        from: roles.solver,
        to: roles.executor,
        units: 1n,
        reference: getOrderAddressByHash(unopened, program),
      }),
    )
  })

  test('a node that remembers says what became of one that is gone', async () => {
    expect(await readState(released)).toBe('released')
    expect(await readState(unopened)).toBe('none')
  })

  test('a node that has forgotten all is not believed', async () => {
    forgetEverything()
    await expect(readState(released)).rejects.toThrow('does not say what became of an order')
    await expect(readState(unopened)).rejects.toThrow('does not say what became of an order')
  })

  test('a node that remembers only that it was closed is not believed either', async () => {
    provider.setFalseAnswer((method, answer) =>
      method === 'getSignaturesForAddress' ? getList(answer).slice(0, 1) : undefined,
    )
    await expect(readState(released)).rejects.toThrow('does not say what became of an order')
  })

  test('nor one that lists transactions which it has forgotten', async () => {
    provider.setFalseAnswer((method) => (method === 'getTransaction' ? null : undefined))
    await expect(readState(released)).rejects.toThrow('does not say what became of an order')
  })

  test('several providers that can tell outvote one that has forgotten', async () => {
    forgetEverything()
    const { rpcUrl } = harness.solana.node
    const three = createSettlementAt([provider.rpcUrl, rpcUrl, rpcUrl])
    expect(await readState(released, three)).toBe('released')
  })
})

/** Answers like a node that keeps only its newest blocks. */
function forgetEverything(): void {
  provider.setFalseAnswer((method) => {
    if (method === 'getSignaturesForAddress') return []
    if (method === 'getFirstAvailableBlock') return 447_552_001
    return method === 'getBlockTime' ? Number(refundAfter) + 1 : undefined
  })
}

async function readState(orderHash: Hash, by = settlement) {
  const { number } = await by.readHead()
  const question = { orders: [orderHash], closableAt: [refundAfter], nonces: [], fills: [] }
  return (await by.readState(question, number)).orders[0]
}

function getList(answer: unknown): unknown[] {
  return Array.isArray(answer) ? answer : []
}

async function send(instruction: Parameters<typeof toWebInstruction>[0]): Promise<void> {
  const signers = [deriveSolanaKey('solver')]
  const instructions = [toWebInstruction(instruction)]
  await sendSigned(harness.solana.connection, { signers, instructions })
}
