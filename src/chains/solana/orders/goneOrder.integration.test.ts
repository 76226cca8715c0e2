import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { sendSigned } from '#devnet/solana/deploy/sendSigned.ts'
import { solanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { hashSolanaOrder } from '#protocol/orders/solanaOrder.ts'
import type { SolanaSettlement } from '../settlement/solanaSettlement.ts'
import { orderAddressOf } from '../program/addresses.ts'
import { closeOrderInstruction } from '../program/orderInstructions.ts'
import { transferInstruction } from '../program/transferInstructions.ts'
import { toWebInstruction } from '../deploy/webInstruction.ts'
import { orderOf } from '#testing/solana/intents.ts'
import { startTestProvider, type TestProvider } from '#testing/solana/provider.ts'
import {
  type SettlementScene,
  settlementAt,
  startSettlementScene,
} from '#testing/solana/settlement.ts'

const { program, roles } = devnetSolana
/** Never opened, and paid out and closed. */
let unopened: Hash
let released: Hash
let refundAfter: bigint
let scene: SettlementScene
let provider: TestProvider
let settlement: SolanaSettlement

beforeAll(async () => {
  scene = await startSettlementScene()
  provider = await startTestProvider(scene.solana.node.rpcUrl)
  settlement = settlementAt([provider.rpcUrl])
  const { time } = await scene.settlement.readHead()
  refundAfter = time + 600n
  const times = { depositDeadline: time + 60n, refundAfter }
  const user = await scene.wallet({ sol: 3_000_000_000n })
  const { order, orderHash, operation } = await scene.signedDeposit(user, 'sol', times)
  released = orderHash
  await scene.run({ kind: 'deposit', operation, validUntil: 0n })
  const attestation = await scene.attest('release', order)
  await scene.run({ kind: 'release', order, attestation })
  unopened = hashSolanaOrder({ ...orderOf(user, 'sol'), ...times }, program)
})
afterAll(async () => {
  provider.stop()
  await scene.solana.stop()
})
beforeEach(() => provider.lie(undefined))

test('before anybody can have closed an order, one that is not there was never opened, whatever is remembered', async () => {
  forgetEverything()
  expect(await stateOf(unopened)).toBe('none')
})

describe('when orders can be closed', () => {
  beforeAll(async () => {
    await scene.solana.increaseTime(700)
    const close = closeOrderInstruction({
      program,
      order: orderAddressOf(released, program),
      rentPayer: roles.executor,
    })
    await send(close)
    await send(
      transferInstruction({
        from: roles.solver,
        to: roles.executor,
        units: 1n,
        reference: orderAddressOf(unopened, program),
      }),
    )
  })

  test('a node that remembers says what became of one that is gone', async () => {
    expect(await stateOf(released)).toBe('released')
    expect(await stateOf(unopened)).toBe('none')
  })

  test('a node that has forgotten all is not believed', async () => {
    forgetEverything()
    await expect(stateOf(released)).rejects.toThrow('does not say what became of an order')
    await expect(stateOf(unopened)).rejects.toThrow('does not say what became of an order')
  })

  test('a node that remembers only that it was closed is not believed either', async () => {
    provider.lie((method, answer) =>
      method === 'getSignaturesForAddress' ? listOf(answer).slice(0, 1) : undefined,
    )
    await expect(stateOf(released)).rejects.toThrow('does not say what became of an order')
  })

  test('nor one that lists transactions which it has forgotten', async () => {
    provider.lie((method) => (method === 'getTransaction' ? null : undefined))
    await expect(stateOf(released)).rejects.toThrow('does not say what became of an order')
  })

  test('several providers that can tell outvote one that has forgotten', async () => {
    forgetEverything()
    const { rpcUrl } = scene.solana.node
    const three = settlementAt([provider.rpcUrl, rpcUrl, rpcUrl])
    expect(await stateOf(released, three)).toBe('released')
  })
})

/** What a node answers that keeps only its newest blocks. */
function forgetEverything(): void {
  provider.lie((method) => {
    if (method === 'getSignaturesForAddress') return []
    if (method === 'getFirstAvailableBlock') return 447_552_001
    return method === 'getBlockTime' ? Number(refundAfter) + 1 : undefined
  })
}

async function stateOf(orderHash: Hash, by = settlement) {
  const { number } = await by.readHead()
  const question = { orders: [orderHash], closableAt: [refundAfter], nonces: [], fills: [] }
  return (await by.readState(question, number)).orders[0]
}

function listOf(answer: unknown): unknown[] {
  return Array.isArray(answer) ? answer : []
}

async function send(instruction: Parameters<typeof toWebInstruction>[0]): Promise<void> {
  const signers = [solanaKey('solver')]
  const instructions = [toWebInstruction(instruction)]
  await sendSigned(scene.solana.connection, { signers, instructions })
}
