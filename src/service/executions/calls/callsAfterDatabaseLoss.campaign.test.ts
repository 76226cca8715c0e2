import { encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'

import { buildRefund } from '#chains/evm/orders/settlementAbi.ts'
import { destinationSettlerAbi } from '#contracts/abi/destinationSettler.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { mine } from '#testing/devnet/settlement.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { toEvmOrder } from '#protocol/orders/anyOrder.ts'
import { Hex } from '#protocol/ids/hex.ts'
import { QuotedCall } from '#protocol/quotes/preparedTerms.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { findCallQuote, insertCallQuote } from '../../storage/tables/preparedCalls.ts'
import { startTestDatabase } from '#testing/harness/database.ts'
import { type ExecutionPlan, getSettlement } from '../plan/executionPlan.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { signCall } from '#testing/harness/calls.ts'
import { setUpCallHarness } from '#testing/harness/callHarness.ts'
import { lentTokens } from '#testing/crash/crashCall.ts'
import { getGains } from '#testing/harness/ledger.ts'

const harness = setUpCallHarness({ roles: 'worker' })

async function readCall({ id }: Quote): Promise<QuotedCall> {
  const row = await findCallQuote(harness.database.storage, id)
  return QuotedCall.parse(row?.call)
}

function planFor(quote: Quote, call: QuotedCall): ExecutionPlan {
  return parseExecutionPlan(quote, {
    network: harness.devnet.network,
    chains: harness.services.chains,
    call,
  })
}

/** What the settler says about a call. */
async function readFill({ destination }: ExecutionPlan): Promise<string | undefined> {
  if (!destination) throw new Error('The call takes nothing.')
  const chain = getSettlement(harness.services.chains, destination.chainId)
  const { number } = await chain.readHead()
  const { solver, fillId } = destination
  const question = { orders: [], nonces: [], fills: [{ solver, fillId }] }
  return (await chain.readState(question, number)).fills[0]
}

function word(amount: bigint): string {
  return amount.toString(16).padStart(64, '0')
}

test('a database that lies about a call gets no word for it, and the truth is still told', async () => {
  const { services, usdc, signing } = harness
  const { quote } = await signCall(harness.transferRequest(), signing)
  const { quote: another } = await signCall(harness.transferRequest(), signing)
  const call = await readCall(quote)
  const plan = planFor(quote, call)
  const orderHash = plan.legs[0]?.orderHash ?? '0x'
  await harness.accept(quote)
  await expect.poll(() => readFill(plan)).toBe(plan.destination?.fillHash)
  const { userOp } = call.operation
  const less = Hex.parse(userOp.callData.replace(word(lentTokens), word(lentTokens / 2n)))
  expect(less).not.toBe(userOp.callData)
  const lies = [
    undefined,
    await readCall(another),
    { ...call, operation: (await readCall(another)).operation },
    { ...call, terms: { ...call.terms, targetChain: usdc.firth.split('/')[0] } },
    { ...call, operation: { ...call.operation, userOp: { ...userOp, callData: less } } },
  ]

  for (const lie of lies)
    expect(
      await services.attestor.attest({
        orderHash,
        verdict: 'Filled',
        request: { quote, leg: 0, ...(lie && { call: lie }) },
      }),
    ).toMatchObject({ kind: 'refused' })
  const request = { quote, leg: 0, call }
  expect(
    await services.attestor.attest({ orderHash, verdict: 'Cancelled', request }),
  ).toMatchObject({
    kind: 'wait',
  })
  expect(await services.attestor.attest({ orderHash, verdict: 'Filled', request })).toMatchObject({
    kind: 'signed',
  })
  expect(await harness.waitForEnd(quote)).toMatchObject({ status: 'COMPLETED' })
})

test('a database that is lost while something is lent moves nothing twice, and nothing is lost', async () => {
  const { services, signing } = harness
  const before = await harness.holdings()
  harness.paused.add('fill')
  const { quote, prepareId } = await signCall(harness.transferRequest(), signing)
  const call = await readCall(quote)
  await harness.accept(quote)
  await harness.untilLent()
  await services.worker.stop()
  harness.paused.clear()
  const lent = await harness.holdings()
  const empty = await startTestDatabase()
  const forgetful = harness.createServices({ storage: empty.storage })
  await forgetful.start()
  function again() {
    return forgetful.executions.accept(quote, { receivedBody: quote })
  }

  await expect(again()).rejects.toMatchObject({ code: 'QUOTE_TAMPERED' })
  // A backup may still know the call, and nothing of what became of it.
  const kept = { caller: '', maxBytes: 1_000_000 }
  const row = {
    quoteId: quote.id,
    prepareId,
    call,
    expiresAt: new Date(Number(quote.expirationTimestamp) * 1000),
  }
  await insertCallQuote(empty.storage, row, kept)
  await expect(again()).rejects.toMatchObject({ code: 'SIMULATION_FAILED' })
  expect(await empty.storage.query('select hash from transactions')).toEqual([])
  expect(getGains(lent, await harness.holdings())).toEqual({})
  await forgetful.stop()
  await empty.stop()

  await takeBack(planFor(quote, call))
  expect(getGains(before, await harness.holdings())).toEqual({})
})

/** What anybody can do about a deposit, and the solver about what it lent, without any database. */
async function takeBack({ legs, destination }: ExecutionPlan): Promise<void> {
  const firth = harness.getNode('Firth')
  const order = legs[0]?.order
  if (!order || !destination) throw new Error('Nothing was deposited.')
  await firth.client.increaseTime({ seconds: 1_000 })
  await firth.client.mine({ blocks: 1 })
  await mine(firth, {
    from: privateKeyToAccount(devnetKeys.keeper),
    calls: [buildRefund(toEvmOrder(order), { escrow: devnetAddresses.originEscrow })],
  })
  const data = encodeFunctionData({
    abi: destinationSettlerAbi,
    functionName: 'revoke',
    args: [destination.fillId],
  })
  await mine(harness.lagoon, {
    from: privateKeyToAccount(devnetKeys.solver),
    calls: [{ to: devnetAddresses.destinationSettler, data, value: 0n }],
  })
}
