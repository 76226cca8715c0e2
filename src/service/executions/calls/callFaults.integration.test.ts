import { concat, encodeEventTopics, erc20Abi, pad } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { pullCall } from '#chains/evm/operation/accountCalls.ts'
import { packUserOperation, readUserOperation } from '#chains/evm/operation/userOperation.ts'
import { bundleCall, signAsOwner } from '#testing/devnet/account.ts'
import { chainOf, mine } from '#testing/devnet/settlement.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { sponsorLosses } from '../../storage/tables/sponsorBudgets.ts'
import { prepareCall, quoteCall, signCall } from '#testing/harness/calls.ts'
import { type CallScene, startCallScene } from '#testing/harness/callScene.ts'
import { lentCoins, lentTokens } from '#testing/crash/crashCall.ts'
import { gains } from '#testing/harness/ledger.ts'

let scene: CallScene

beforeAll(async () => {
  scene = await startCallScene()
  await scene.desk.start()
})

afterAll(() => scene.stop())

/** What a call that was done moved: the deposit to those it is for, what was lent to the friend. */
function paid(quote: Quote): Record<string, bigint> {
  const { firth, lagoon } = scene.usdc
  const [deposit] = quote.originChainsOperations
  const amount = BigInt(deposit?.amount ?? 0)
  const fee = BigInt(quote.fees?.assets[firth] ?? 0)
  return {
    [`user ${firth}`]: -amount - fee,
    [`payee ${firth}`]: amount,
    [`feeReceiver ${firth}`]: fee,
    [`solver ${lagoon}`]: -lentTokens,
    [`friend ${lagoon}`]: lentTokens,
    [`friend ${scene.asset('Lagoon', 'ETH')}`]: lentCoins,
  }
}

test('of two quotes of one prepared call at once, one is executed and the other refused', async () => {
  const before = await scene.holdings()
  const prepared = await prepareCall(scene.friendly(), scene.parts)
  const quotes = [await quoteCall(prepared, scene.parts), await quoteCall(prepared, scene.parts)]

  const answers = await Promise.allSettled(quotes.map((quote) => scene.accept(quote)))

  const refusals = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(refusals).toEqual(['CONFLICT'])
  const taken = quotes[answers.findIndex(({ status }) => status === 'fulfilled')]
  if (!taken) throw new Error('Neither was taken.')
  expect(await scene.end(taken)).toMatchObject({ status: 'COMPLETED' })
  expect(gains(before, await scene.holdings())).toEqual(paid(taken))
})

test('an owner who executes the prepared operation without the service has it done once, and pays', async () => {
  const before = await scene.holdings()
  scene.held.add('fill')
  const { quote, operation } = await signCall(scene.friendly(), scene.parts)
  await scene.accept(quote)
  await scene.untilLent()
  const { account, lagoon } = scene
  const own = readUserOperation(operation.userOp)
  const packed = { ...packUserOperation(own), paymasterAndData: '0x' } as const
  await lagoon.client.setBalance({ address: account.address, value: 10n ** 18n })
  const op = await signAsOwner(lagoon, packed, account.admin)
  // By a stranger: a nonce of the executor's that the service did not take would be lost to it.
  const bundler = privateKeyToAccount(`0x${'b1'.repeat(32)}`)
  await lagoon.client.setBalance({ address: bundler.address, value: 10n ** 18n })
  await mine(lagoon, { from: bundler, calls: [bundleCall(op)] })
  await lagoon.client.setBalance({ address: account.address, value: 0n })
  scene.held.clear()

  const record = await scene.end(quote)

  expect(record).toMatchObject({ status: 'COMPLETED' })
  expect(record.destinationChainOperations).toHaveLength(1)
  expect(gains(before, await scene.holdings())).toEqual(paid(quote))
})

test('what was lent to a call that comes too late goes back, and so do its deposits', async () => {
  const before = await scene.holdings()
  const { timestamp } = await scene.lagoon.client.getBlock()
  const validUntil = (timestamp + 110n).toString()
  scene.held.add('fill')
  const { quote } = await signCall(scene.friendly({ validUntil }), scene.parts)
  await scene.accept(quote)
  await scene.untilLent()
  // Not over yet, and too close to its end to be begun.
  const now = (await scene.lagoon.client.getBlock()).timestamp
  await scene.lagoon.client.increaseTime({ seconds: Number(BigInt(validUntil) - now) - 15 })

  const record = await scene.end(quote)

  scene.held.clear()
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'ORDER_EXPIRED' })
  expect(await scene.signed(quote)).toEqual(['cancel', 'deposit', 'grant', 'refund'])
  expect(await scene.waitingCoins()).toBe(0n)
  expect(gains(before, await scene.holdings())).toEqual({})
})

test('no deposit is taken for a call that will be over before it', async () => {
  const before = await scene.holdings()
  const { timestamp } = await scene.lagoon.client.getBlock()
  const short = scene.friendly({ validUntil: (timestamp + 50n).toString() })
  await expect(signCall(short, scene.parts)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
  const longer = scene.friendly({ validUntil: (timestamp + 90n).toString() })
  const { quote } = await signCall(longer, scene.parts)
  await scene.lagoon.client.increaseTime({ seconds: 60 })
  await scene.lagoon.client.mine({ blocks: 1 })

  await expect(scene.accept(quote)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
  expect(gains(before, await scene.holdings())).toEqual({})
})

test('a deposit that a reorganisation takes away after the grant is made again before the call', async () => {
  const { client } = chainOf(scene.devnet, 'Firth')
  const before = await scene.holdings()
  scene.held.add('fill')
  const { quote } = await signCall(scene.friendly(), scene.parts)
  const id = await client.snapshot()
  await scene.accept(quote)
  await scene.untilLent()
  await client.revert({ id })
  scene.held.clear()

  const record = await scene.end(quote)

  // The same bytes go again, and the deposit is as it was.
  expect(record).toMatchObject({ status: 'COMPLETED' })
  expect(gains(before, await scene.holdings())).toEqual(paid(quote))
})

describe('a call to a contract that is not what it was when it was tried', () => {
  test('gets no approval through: nothing of it is sent, and all is refunded', async () => {
    const { friend, code } = approver()
    const last = await scene.callTo(code)
    await expect(prepareCall(scene.friendly({ last }), scene.parts)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    })
    const before = await scene.holdings()
    const overrides = [{ address: last.to, code: '0x00' as const }]
    const { quote } = await signCall(scene.friendly({ last, overrides }), scene.parts)
    await scene.accept(quote)

    const record = await scene.end(quote)

    expect(friend).not.toBe(last.to)
    expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'EXECUTION_REVERTED' })
    expect(await scene.signed(quote)).toEqual(['cancel', 'deposit', 'grant', 'refund'])
    expect(await scene.waitingCoins()).toBe(0n)
    expect(gains(before, await scene.holdings())).toEqual({})
  })

  test('may burn all the gas it gets once it was tried: its account is charged for it and nothing else moves', async () => {
    const before = await scene.holdings()
    const account = scene.account.address.toLowerCase()
    const lost = await sponsorLosses(scene.database.storage, { account })
    const last = await scene.callTo('0x00')
    const { quote } = await signCall(scene.friendly({ last }), scene.parts)
    scene.afterTrial(() => scene.callTo('0xfe'))
    await scene.accept(quote)

    const record = await scene.end(quote)

    expect(record).toMatchObject({ status: 'REFUNDED' })
    expect(await scene.signed(quote)).toContain('fill')
    const { accountUsd } = await sponsorLosses(scene.database.storage, { account })
    expect(accountUsd).toBeGreaterThan(lost.accountUsd)
    expect(await scene.waitingCoins()).toBe(0n)
    expect(gains(before, await scene.holdings())).toEqual({})
  })

  test('draws nothing of what is lent when it calls the settler again', async () => {
    const before = await scene.holdings()
    const last = await scene.callTo('0x00')
    const { quote, prepareId } = await signCall(scene.friendly({ last }), scene.parts)
    const { solver } = scene.devnet.network.roles
    const tokens = [devnetAddresses.usdc, `0x${'0'.repeat(40)}`] as const
    const again = pullCall(devnetAddresses.destinationSettler, {
      prepareId,
      solver,
      tokens,
      amounts: [lentTokens, lentCoins],
    })
    await scene.callTo(forwarder(again))
    await scene.accept(quote)

    expect(await scene.end(quote)).toMatchObject({ status: 'COMPLETED' })
    expect(gains(before, await scene.holdings())).toEqual(paid(quote))
  })
})

/** Code that says its caller approved somebody, as a token would. */
function approver(): { friend: Hex; code: Hex } {
  const friend = '0x00000000000000000000000000000000000000f4'
  const [topic] = encodeEventTopics({ abi: erc20Abi, eventName: 'Approval' })
  return {
    friend,
    code: concat(['0x60015f5273', friend, '0x337f', topic, '0x60205fa300']),
  }
}

/** Code that makes one call, whatever comes of it: the call's data stands behind the code. */
function forwarder({ to, data }: { to: Hex; data: Hex }): Hex {
  const length = pad(`0x${((data.length - 2) / 2).toString(16)}`, { size: 2 })
  const copy = concat(['0x61', length, '0x60275f39'])
  return concat([copy, '0x5f5f61', length, '0x5f5f73', to, '0x5af15000', data])
}
