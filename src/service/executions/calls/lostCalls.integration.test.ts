import { encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { buildRefund } from '#chains/evm/orders/buildRefund.ts'
import { destinationSettlerAbi } from '#contracts/abi/destinationSettler.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { chainOf, mine } from '#testing/devnet/settlement.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { evmOrder } from '#protocol/orders/anyOrder.ts'
import { Hex } from '#protocol/ids/hex.ts'
import { QuotedCall } from '#protocol/quotes/preparedTerms.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { findCallQuote, insertCallQuote } from '../../storage/tables/preparedCalls.ts'
import { startTestDatabase } from '#testing/harness/database.ts'
import { type Plan, settlementOf } from '../plan/plan.ts'
import { planOf } from '../plan/planOf.ts'
import { signCall } from '#testing/harness/calls.ts'
import { type CallScene, startCallScene } from '#testing/harness/callScene.ts'
import { lentTokens } from '#testing/crash/crashCall.ts'
import { gains } from '#testing/harness/ledger.ts'

let scene: CallScene

beforeAll(async () => {
  scene = await startCallScene()
  await scene.desk.worker.start()
})

afterAll(() => scene.stop())

async function callOf({ id }: Quote): Promise<QuotedCall> {
  const row = await findCallQuote(scene.database.storage, id)
  return QuotedCall.parse(row?.call)
}

function planFor(quote: Quote, call: QuotedCall): Plan {
  return planOf(quote, { network: scene.devnet.network, chains: scene.desk.chains, call })
}

/** What the settler says about a call. */
async function fillOf({ destination }: Plan): Promise<string | undefined> {
  if (!destination) throw new Error('The call takes nothing.')
  const chain = settlementOf(scene.desk.chains, destination.chainId)
  const { number } = await chain.readHead()
  const { solver, fillId } = destination
  const question = { orders: [], nonces: [], fills: [{ solver, fillId }] }
  return (await chain.readState(question, number)).fills[0]
}

function word(amount: bigint): string {
  return amount.toString(16).padStart(64, '0')
}

test('a database that lies about a call gets no word for it, and the truth is still told', async () => {
  const { desk, usdc, parts } = scene
  const { quote } = await signCall(scene.friendly(), parts)
  const { quote: another } = await signCall(scene.friendly(), parts)
  const call = await callOf(quote)
  const plan = planFor(quote, call)
  const orderHash = plan.legs[0]?.orderHash ?? '0x'
  await scene.accept(quote)
  await expect.poll(() => fillOf(plan)).toBe(plan.destination?.fillHash)
  const { userOp } = call.operation
  const less = Hex.parse(userOp.callData.replace(word(lentTokens), word(lentTokens / 2n)))
  expect(less).not.toBe(userOp.callData)
  const lies = [
    undefined,
    await callOf(another),
    { ...call, operation: (await callOf(another)).operation },
    { ...call, terms: { ...call.terms, targetChain: usdc.firth.split('/')[0] } },
    { ...call, operation: { ...call.operation, userOp: { ...userOp, callData: less } } },
  ]

  for (const lie of lies)
    expect(
      await desk.attestor.attest({
        orderHash,
        verdict: 'Filled',
        request: { quote, leg: 0, ...(lie && { call: lie }) },
      }),
    ).toMatchObject({ kind: 'refused' })
  const request = { quote, leg: 0, call }
  expect(await desk.attestor.attest({ orderHash, verdict: 'Cancelled', request })).toMatchObject({
    kind: 'wait',
  })
  expect(await desk.attestor.attest({ orderHash, verdict: 'Filled', request })).toMatchObject({
    kind: 'signed',
  })
  expect(await scene.end(quote)).toMatchObject({ status: 'COMPLETED' })
})

test('a database that is lost while something is lent moves nothing twice, and nothing is lost', async () => {
  const { desk, parts } = scene
  const before = await scene.holdings()
  scene.held.add('fill')
  const { quote, prepareId } = await signCall(scene.friendly(), parts)
  const call = await callOf(quote)
  await scene.accept(quote)
  await scene.untilLent()
  await desk.worker.stop()
  scene.held.clear()
  const lent = await scene.holdings()
  const empty = await startTestDatabase()
  const forgetful = scene.newDesk(empty.storage)
  await forgetful.start()
  function again() {
    return forgetful.executions.accept(quote, { receivedBody: quote })
  }

  await expect(again()).rejects.toMatchObject({ code: 'QUOTE_TAMPERED' })
  // A backup may still know the call, and nothing of what became of it.
  await insertCallQuote(empty.storage, {
    quoteId: quote.id,
    prepareId,
    call,
    expiresAt: new Date(Number(quote.expirationTimestamp) * 1000),
  })
  await expect(again()).rejects.toMatchObject({ code: 'SIMULATION_FAILED' })
  expect(await empty.storage.query('select hash from transactions')).toEqual([])
  expect(gains(lent, await scene.holdings())).toEqual({})
  await forgetful.stop()
  await empty.stop()

  await takeBack(planFor(quote, call))
  expect(gains(before, await scene.holdings())).toEqual({})
})

/** What anybody can do about a deposit, and the solver about what it lent, without any database. */
async function takeBack({ legs, destination }: Plan): Promise<void> {
  const firth = chainOf(scene.devnet, 'Firth')
  const order = legs[0]?.order
  if (!order || !destination) throw new Error('Nothing was deposited.')
  await firth.client.increaseTime({ seconds: 1_000 })
  await firth.client.mine({ blocks: 1 })
  await mine(firth, {
    from: privateKeyToAccount(devnetKeys.keeper),
    calls: [buildRefund(evmOrder(order), { escrow: devnetAddresses.originEscrow })],
  })
  const data = encodeFunctionData({
    abi: destinationSettlerAbi,
    functionName: 'revoke',
    args: [destination.fillId],
  })
  await mine(scene.lagoon, {
    from: privateKeyToAccount(devnetKeys.solver),
    calls: [{ to: devnetAddresses.destinationSettler, data, value: 0n }],
  })
}
