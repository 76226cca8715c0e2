import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { buildTransferCall } from '#chains/evm/operation/accountCalls.ts'
import { encodeBatch } from '#chains/evm/operation/batch.ts'
import { buildCreateCall, type TestAccount, createTestAccount } from '#testing/devnet/account.ts'
import { mine, readTime } from '#testing/devnet/settlement.ts'
import type { RoleBasedAccount } from '#protocol/accounts/account.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { Hash } from '#protocol/ids/hex.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { getAccount } from '#testing/quotes/quotes.ts'
import { insertExecution } from '../../storage/executions/executionRows.ts'
import { readHeldValue } from '../../storage/tables/heldValue.ts'
import { checkInFlight } from './inFlight.ts'
import { getAddress } from '#testing/failures/failureQuotes.ts'
import {
  signQuote,
  waitUntilTerminal,
  unlimitedInFlight,
} from '#testing/harness/composeServices.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

/** Their requests share nothing but the in-flight limit. */
const owners = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6'].map((byte) =>
  privateKeyToAccount(`0x${byte.repeat(32)}`),
)
const destinations = [
  ['Lagoon', 'USDC'],
  ['Lagoon', 'USDT'],
  ['Lagoon', 'WETH'],
  ['Delta', 'USDC'],
  ['Delta', 'USDT'],
  ['Delta', 'WETH'],
] as const

const dollar = 10n ** 8n

const harness = setUpHarness({ services: { inFlightLimits: unlimitedInFlight(250n * dollar) } })
const { accept, asset, createServices, fund, getNode } = harness
let accounts: readonly RoleBasedAccount[]

beforeAll(async () => {
  accounts = owners.map(({ address }) => getAccount(address, harness.services.service.quotes))
  for (const { accountAddress } of accounts)
    await fund(accountAddress, [['Firth', 'USDC', 2_000_000_000n]])
})

test('however many quotes are executed at once, deposits under way stay below the limit until they are settled', async () => {
  const quotes = await Promise.all(
    destinations.map(([chain, symbol], index) => getQuote('100000000', { index, chain, symbol })),
  )

  const answers = await Promise.allSettled(quotes.map((quote) => accept(quote)))

  const refusals = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refusals).toHaveLength(4)
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ code: 'INSUFFICIENT_LIQUIDITY' })
    expect(String(refusal)).toContain('try again in a minute')
  }
  expect(await heldInAll()).toBe(200n * dollar)
  // A smaller deposit still fits, and a swap on one chain needs no attestation.
  await accept(await getQuote('40000000'))
  await accept(await getQuote('500000000', { chain: 'Firth', symbol: 'WETH' }))
  const late = await getQuote('100000000')
  await expect(accept(late)).rejects.toMatchObject({ code: 'INSUFFICIENT_LIQUIDITY' })

  await harness.services.start()
  const taken = quotes.filter((_, index) => answers[index]?.status === 'fulfilled')
  for (const { id } of taken)
    expect(await waitUntilTerminal(harness.services, { quoteId: id })).toMatchObject({
      status: 'COMPLETED',
    })
  await expect.poll(heldInAll).toBe(0n)
  expect(await accept(await getQuote('200000000'))).toMatchObject({ success: true })
})

describe('one caller', () => {
  test('holds a share: the same value that hops over four accounts counts for who sends it', async () => {
    const hopping = createServices({
      inFlightLimits: { ...unlimitedInFlight(6_000n * dollar), visitorUsd: 2_000n * dollar },
    })
    // All four are asked before anybody looks at the first again.
    await harness.services.stop()
    onTestFinished(() => harness.services.start())
    const usdc = asset('Firth', 'USDC')
    const path = ['e1', 'e2', 'e3', 'e4'].map((byte) => createAttacker(byte))
    await fund(path[0]?.address ?? '0x', [['Firth', 'USDC', 1_480_000_000n]])
    const before = await heldInAll()

    const answers: unknown[] = []
    for (const [index, attacker] of path.entries()) {
      const account = getAccount(attacker.session.address, hopping.service.quotes)
      const from = { accounts: [account], asset: { assetId: usdc }, amount: '1480000000' }
      const to = { asset: { assetId: asset('Lagoon', 'USDC') } }
      const quote = await signQuote(
        await hopping.service.quotes.quoteV3({ from, to }),
        attacker.session,
      )
      const caller = { receivedBody: quote, apiKey: 'dashboard', visitor: '203.0.113.7' }
      answers.push(await hopping.executions.accept(quote, caller).catch((error: unknown) => error))
      await hop(attacker, {
        to: path[index + 1]?.address ?? attacker.address,
        amount: 1_480_000_000n,
      })
    }

    expect(answers[0]).toMatchObject({ success: true })
    for (const refusal of answers.slice(1)) {
      expect(refusal).toMatchObject({ code: 'INSUFFICIENT_LIQUIDITY', retryAfterSeconds: 60 })
      expect(String(refusal)).toContain('from your address')
    }
    expect((await heldInAll()) - before).toBe(1_480n * dollar)
    // Gone from the account, it stops counting as soon as a worker has seen that.
    const chain = getNode('Firth')
    const acceptedAt = await readTime(chain)
    await hopping.start()
    await expect.poll(heldInAll).toBe(0n)
    await hopping.stop()
    expect((await readTime(chain)) - acceptedAt).toBeLessThan(30n)
  })
})

test.each([
  ['accountUsd', 'of this account worth'],
  ['newAccountUsd', 'no execution has paid for itself yet'],
  ['keyUsd', 'of this API key'],
  ['visitorUsd', 'from your address'],
] as const)('what is under way is shared: %s', async (limit, words) => {
  const signers = ['0x00000000000000000000000000000000000000aa'] as const
  const caller = { apiKey: 'a key', ...(limit === 'visitorUsd' && { visitor: '192.0.2.1' }) }
  const values = { heldUsd: 20n * dollar, feeUsd: 0n, coinRates: {}, recipientUsd: 0n }
  const attempt = harness.database.storage.transaction(async (inside) => {
    await insertExecution(inside, {
      quoteId: limit,
      phase: 'depositing',
      type: 'SWAP',
      recipient: '',
      quote: {},
      fromBlocks: {},
      signers,
      caller,
      heldUsd: 90n * dollar,
    })
    const whole = unlimitedInFlight(10_000n * dollar)
    const options = { values, signers, caller }
    await checkInFlight(inside, {
      ...options,
      inFlightLimits: { ...whole, [limit]: 110n * dollar },
    })
    // The refusal undoes all of it.
    await checkInFlight(inside, {
      ...options,
      inFlightLimits: { ...whole, [limit]: 100n * dollar },
    })
  })
  await expect(attempt).rejects.toMatchObject({
    code: 'INSUFFICIENT_LIQUIDITY',
    message: expect.stringContaining(words),
  })
})

/** An account whose owner moves its value on; session and admin are one key. */
function createAttacker(byte: string): TestAccount {
  const key = Hash.parse(`0x${byte.repeat(32)}`)
  return createTestAccount({ session: key, admin: key })
}

/** The owner sends value on, without the service. */
async function hop(
  attacker: TestAccount,
  { to, amount }: { to: EvmAddress; amount: bigint },
): Promise<void> {
  const chain = getNode('Firth')
  await fund(attacker.admin.address, [['Firth', 'ETH', 10n ** 18n]])
  const usdc = getAddress(asset('Firth', 'USDC'))
  const data = encodeBatch([buildTransferCall(usdc, { recipient: to, amount })])
  const calls = [buildCreateCall(attacker), { to: attacker.address, data, value: 0n }]
  await mine(chain, { from: attacker.admin, calls })
}

async function getQuote(
  amount: string,
  { index = 0, chain = 'Lagoon', symbol = 'USDC' } = {},
): Promise<Quote> {
  const [account, owner] = [accounts[index], owners[index]]
  if (!account || !owner) throw new Error('Nobody asks.')
  harness.services.service.balances.forget(account.accountAddress)
  const from = { accounts: [account], asset: { assetId: asset('Firth', 'USDC') }, amount }
  const to = { asset: { assetId: asset(chain, symbol) } }
  return signQuote(await harness.services.service.quotes.quoteV3({ from, to }), owner)
}

async function heldInAll(): Promise<bigint> {
  return (await readHeldValue(harness.database.storage)).totalUsd
}
