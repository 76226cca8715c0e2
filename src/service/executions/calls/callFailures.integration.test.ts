import { concat, encodeEventTopics, erc20Abi, pad } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'

import { buildPullCall } from '#chains/evm/operation/accountCalls.ts'
import { packUserOperation, readUserOperation } from '#chains/evm/operation/userOperation.ts'
import { buildBundleCall, signAsOwner } from '#testing/devnet/account.ts'
import { mine } from '#testing/devnet/settlement.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { readSponsorLosses } from '../../storage/tables/sponsorBudgets.ts'
import { prepareCall, quoteCall, signCall } from '#testing/harness/calls.ts'
import { setUpCallHarness } from '#testing/harness/callHarness.ts'
import { lentCoins, lentTokens } from '#testing/crash/crashCall.ts'
import { getGains } from '#testing/harness/ledger.ts'

const harness = setUpCallHarness({ roles: 'all' })

/** Expected balance changes of a completed call. */
function paid(quote: Quote): Record<string, bigint> {
  const { firth, lagoon } = harness.usdc
  const [deposit] = quote.originChainsOperations
  const amount = BigInt(deposit?.amount ?? 0)
  const fee = BigInt(quote.fees?.assets[firth] ?? 0)
  return {
    [`user ${firth}`]: -amount - fee,
    [`payee ${firth}`]: amount,
    [`feeReceiver ${firth}`]: fee,
    [`solver ${lagoon}`]: -lentTokens,
    [`friend ${lagoon}`]: lentTokens,
    [`friend ${harness.asset('Lagoon', 'ETH')}`]: lentCoins,
  }
}

/** Prices are cached for up to three blocks, and earlier tests may have moved the chain's clock. */
async function untilPricesAreAsNewAs(timestamp: bigint): Promise<void> {
  const { chainId } = harness.lagoon
  // Blocks of a second, on a machine with more to do.
  const patience = { timeout: 20_000 }
  await expect.poll(() => readPriceTime(chainId), patience).toBeGreaterThanOrEqual(timestamp)
}

async function readPriceTime(chainId: ChainId): Promise<bigint> {
  const book = await harness.services.service.prices.read([chainId])
  return book.latestTime([chainId])
}

test('of two quotes of one prepared call at once, one is executed and the other refused', async () => {
  const before = await harness.holdings()
  const prepared = await prepareCall(harness.transferRequest(), harness.signing)
  const quotes = [
    await quoteCall(prepared, harness.signing),
    await quoteCall(prepared, harness.signing),
  ]

  const answers = await Promise.allSettled(quotes.map((quote) => harness.accept(quote)))

  const refusals = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(refusals).toEqual(['CONFLICT'])
  const taken = quotes[answers.findIndex(({ status }) => status === 'fulfilled')]
  if (!taken) throw new Error('Neither was taken.')
  expect(await harness.waitForEnd(taken)).toMatchObject({ status: 'COMPLETED' })
  expect(getGains(before, await harness.holdings())).toEqual(paid(taken))
})

test('an owner who executes the prepared operation without the service has it done once, and pays', async () => {
  const before = await harness.holdings()
  harness.paused.add('fill')
  const { quote, operation } = await signCall(harness.transferRequest(), harness.signing)
  await harness.accept(quote)
  await harness.untilLent()
  const { account, lagoon } = harness
  const own = readUserOperation(operation.userOp)
  const packed = { ...packUserOperation(own), paymasterAndData: '0x' } as const
  await lagoon.client.setBalance({ address: account.address, value: 10n ** 18n })
  const op = await signAsOwner(lagoon, packed, account.admin)
  // From another key: using a nonce of the executor's would disturb the service.
  const bundler = privateKeyToAccount(`0x${'b1'.repeat(32)}`)
  await lagoon.client.setBalance({ address: bundler.address, value: 10n ** 18n })
  await mine(lagoon, { from: bundler, calls: [buildBundleCall(op)] })
  await lagoon.client.setBalance({ address: account.address, value: 0n })
  harness.paused.clear()

  const record = await harness.waitForEnd(quote)

  expect(record).toMatchObject({ status: 'COMPLETED' })
  expect(record.destinationChainOperations).toHaveLength(1)
  expect(getGains(before, await harness.holdings())).toEqual(paid(quote))
})

test('what was lent to a call that comes too late goes back, and so do its deposits', async () => {
  const before = await harness.holdings()
  const { timestamp } = await harness.lagoon.client.getBlock()
  const validUntil = (timestamp + 110n).toString()
  harness.paused.add('fill')
  const { quote } = await signCall(harness.transferRequest({ validUntil }), harness.signing)
  await harness.accept(quote)
  await harness.untilLent()
  // Not over yet, and too close to its end to be begun.
  const now = (await harness.lagoon.client.getBlock()).timestamp
  await harness.lagoon.client.increaseTime({ seconds: Number(BigInt(validUntil) - now) - 15 })

  const record = await harness.waitForEnd(quote)

  harness.paused.clear()
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'ORDER_EXPIRED' })
  expect(await harness.signedActions(quote)).toEqual(['cancel', 'deposit', 'grant', 'refund'])
  expect(await harness.waitingCoins()).toBe(0n)
  expect(getGains(before, await harness.holdings())).toEqual({})
})

test('no deposit is taken for a call that will be over before it', async () => {
  const before = await harness.holdings()
  const { timestamp } = await harness.lagoon.client.getBlock()
  await untilPricesAreAsNewAs(timestamp)
  const short = harness.transferRequest({ validUntil: (timestamp + 50n).toString() })
  await expect(signCall(short, harness.signing)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
  const longer = harness.transferRequest({ validUntil: (timestamp + 90n).toString() })
  const { quote } = await signCall(longer, harness.signing)
  await harness.lagoon.client.increaseTime({ seconds: 60 })
  await harness.lagoon.client.mine({ blocks: 1 })

  await expect(harness.accept(quote)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
  expect(getGains(before, await harness.holdings())).toEqual({})
})

test('a deposit that a reorganisation takes away after the grant is made again before the call', async () => {
  const { client } = harness.getNode('Firth')
  const before = await harness.holdings()
  harness.paused.add('fill')
  const { quote } = await signCall(harness.transferRequest(), harness.signing)
  const id = await client.snapshot()
  await harness.accept(quote)
  await harness.untilLent()
  await client.revert({ id })
  harness.paused.clear()

  const record = await harness.waitForEnd(quote)

  // The same bytes go again, and the deposit is as it was.
  expect(record).toMatchObject({ status: 'COMPLETED' })
  expect(getGains(before, await harness.holdings())).toEqual(paid(quote))
})

describe('a call to a contract that is not what it was when it was tried', () => {
  test('gets no approval through: nothing of it is sent, and all is refunded', async () => {
    const { friend, code } = approver()
    const last = await harness.callTo(code)
    await expect(
      prepareCall(harness.transferRequest({ last }), harness.signing),
    ).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    })
    const before = await harness.holdings()
    const overrides = [{ address: last.to, code: '0x00' as const }]
    const { quote } = await signCall(harness.transferRequest({ last, overrides }), harness.signing)
    await harness.accept(quote)

    const record = await harness.waitForEnd(quote)

    expect(friend).not.toBe(last.to)
    expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'EXECUTION_REVERTED' })
    expect(await harness.signedActions(quote)).toEqual(['cancel', 'deposit', 'grant', 'refund'])
    expect(await harness.waitingCoins()).toBe(0n)
    expect(getGains(before, await harness.holdings())).toEqual({})
  })

  test('may burn all the gas it gets once it was tried: its account is charged for it and nothing else moves', async () => {
    const before = await harness.holdings()
    const account = harness.account.address.toLowerCase()
    const lost = await readSponsorLosses(harness.database.storage, { account })
    const last = await harness.callTo('0x00')
    const { quote } = await signCall(harness.transferRequest({ last }), harness.signing)
    harness.afterSimulation(() => harness.callTo('0xfe'))
    await harness.accept(quote)

    const record = await harness.waitForEnd(quote)

    expect(record).toMatchObject({ status: 'REFUNDED' })
    expect(await harness.signedActions(quote)).toContain('fill')
    const { accountUsd } = await readSponsorLosses(harness.database.storage, { account })
    expect(accountUsd).toBeGreaterThan(lost.accountUsd)
    expect(await harness.waitingCoins()).toBe(0n)
    expect(getGains(before, await harness.holdings())).toEqual({})
  })

  test('draws nothing of what is lent when it calls the settler again', async () => {
    const before = await harness.holdings()
    const last = await harness.callTo('0x00')
    const { quote, prepareId } = await signCall(harness.transferRequest({ last }), harness.signing)
    const { solver } = harness.devnet.network.roles
    const tokens = [devnetAddresses.usdc, `0x${'0'.repeat(40)}`] as const
    const again = buildPullCall(devnetAddresses.destinationSettler, {
      prepareId,
      solver,
      tokens,
      amounts: [lentTokens, lentCoins],
    })
    await harness.callTo(forwarder(again))
    await harness.accept(quote)

    expect(await harness.waitForEnd(quote)).toMatchObject({ status: 'COMPLETED' })
    expect(getGains(before, await harness.holdings())).toEqual(paid(quote))
  })
})

/** Code that emits an Approval event in its caller's name, as a token would. */
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
