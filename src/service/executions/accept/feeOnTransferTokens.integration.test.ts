import { erc20Abi } from 'viem'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { placeTaxToken, setBlacklisted, setTax as setTaxOn } from '#testing/devnet/taxToken.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { ReleaseRefusedError } from '../transactions/executionErrors.ts'
import { signCall } from '#testing/harness/calls.ts'
import { setUpCallHarness } from '#testing/harness/callHarness.ts'
import { signQuote } from '#testing/harness/composeServices.ts'
import { getGains } from '#testing/harness/ledger.ts'

const { usdc } = devnetAddresses
const names = ['Firth', 'Lagoon'] as const
type Name = (typeof names)[number]
/** What leaves the account for a delivery, in smallest units. */
const amount = 50_000_000n

const harness = setUpCallHarness()

beforeAll(async () => {
  for (const name of names) await placeTaxToken(harness.getNode(name))
  await harness.services.start()
})

afterEach(async () => {
  harness.paused.clear()
  for (const name of names) await setTax(name, 0n)
})

test('a fee that is switched on between quote and execution is refused before anything is signed', async () => {
  const before = await everything()
  const quote = await ask()
  await setTax('Firth', 100n)
  await expect(harness.accept(quote)).rejects.toMatchObject({ code: 'SIMULATION_FAILED' })
  expect(await harness.services.executions.status(quote.id)).toEqual({})
  expect(getGains(before, await everything())).toEqual({})
})

test('a fee that is switched on before the deposit: nothing is deposited, nothing leaves the account', async () => {
  const before = await everything()
  harness.paused.add('deposit')
  const quote = await ask()
  await harness.accept(quote)
  await setTax('Firth', 100n)
  harness.paused.clear()

  expect(await harness.waitForEnd(quote)).toMatchObject({
    status: 'REFUNDED',
    failReason: 'TOKEN_NOT_TRANSFERABLE',
  })

  expect(await harness.signedActions(quote)).toEqual([])
  expect(getGains(before, await everything())).toEqual({})
})

test('a fee that is switched on before the delivery: less than the minimum is no delivery, the deposit comes back whole', async () => {
  const before = await everything()
  const quote = await heldBeforeDelivery()
  await setTax('Lagoon', 100n)
  harness.paused.clear()

  expect(await harness.waitForEnd(quote)).toMatchObject({
    status: 'REFUNDED',
    failReason: 'TOO_LITTLE_RECEIVED',
  })

  expect(await harness.signedActions(quote)).toEqual(['cancel', 'deposit', 'refund'])
  expect(getGains(before, await everything())).toEqual({})
})

test('a fee that is switched on before a call draws what is lent: the call reverts, all goes back', async () => {
  const before = await everything()
  harness.paused.add('fill')
  const { quote } = await signCall(harness.transferRequest(), harness.signing)
  await harness.accept(quote)
  await harness.untilLent()
  await setTax('Lagoon', 100n)
  harness.paused.clear()

  expect(await harness.waitForEnd(quote)).toMatchObject({
    status: 'REFUNDED',
    failReason: 'TOO_LITTLE_RECEIVED',
  })

  // A call that was tried before the fee came may be signed still: it reverts on the chain.
  const signed = await harness.signedActions(quote)
  expect(signed.filter((action) => action !== 'fill')).toEqual([
    'cancel',
    'deposit',
    'grant',
    'refund',
  ])
  expect(getGains(before, await everything())).toEqual({})
})

test('a fee on the deposited token too: the refund is whole but for what the token itself takes', async () => {
  const before = await everything()
  const quote = await heldBeforeDelivery()
  await setTax('Lagoon', 100n)
  await setTax('Firth', 100n)
  harness.paused.clear()

  expect(await harness.waitForEnd(quote)).toMatchObject({ status: 'REFUNDED' })

  expect(getGains(before, await everything())).toEqual({
    [`user ${harness.usdc.firth}`]: -amount / 100n,
    [`collector ${harness.usdc.firth}`]: amount / 100n,
  })
})

test('a fee within the slippage that was signed for: the recipient gets no less than the minimum', async () => {
  const before = await everything()
  const quote = await heldBeforeDelivery()
  await setTax('Lagoon', 10n)
  harness.paused.clear()

  expect(await harness.waitForEnd(quote)).toMatchObject({ status: 'COMPLETED' })

  const sent = BigInt(quote.destinationToken.amount)
  const tax = sent / 1_000n
  const gained = getGains(before, await everything())
  expect(gained).toMatchObject({
    [`user ${harness.usdc.lagoon}`]: sent - tax,
    [`collector ${harness.usdc.lagoon}`]: tax,
    [`solver ${harness.usdc.lagoon}`]: -sent,
  })
  expect(sent - tax).toBeGreaterThanOrEqual(BigInt(quote.destinationToken.minimumAmount))
  expect(getSum(gained)).toBe(0n)
})

test('a payee that the issuer blocks after the quote: the release is said to be refused, and pays once it is not', async () => {
  const firth = harness.getNode('Firth')
  const who = harness.devnet.network.roles.payee
  harness.paused.add('release')
  const quote = await ask()
  await harness.accept(quote)
  await expect
    .poll(async () => harness.services.executions.status(quote.id))
    .toMatchObject({ status: 'EXECUTED' })
  await setBlacklisted(firth, { who, isBlocked: true })
  harness.paused.clear()

  await expect
    .poll(refusals)
    .toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^Order 0x\\w+ was delivered, and ${firth.chainId} refuses to pay ${who} for it`,
        ),
      ),
    )

  await setBlacklisted(firth, { who, isBlocked: false })
  expect(await harness.waitForEnd(quote)).toMatchObject({ status: 'COMPLETED' })
})

/** What was said of releases that a chain refused. */
function refusals(): string[] {
  return harness.services.errors.flatMap((error) =>
    error instanceof ReleaseRefusedError ? [error.message] : [],
  )
}

/** A swap from Firth to Lagoon whose deposit is held, and whose delivery is about to be signed. */
async function heldBeforeDelivery(): Promise<Quote> {
  harness.paused.add('fill')
  const quote = await ask()
  await harness.accept(quote)
  const sql = 'select phase from executions where quote_id = $1'
  await expect
    .poll(() => harness.database.storage.query(sql, [quote.id]))
    .toEqual([{ phase: 'filling' }])
  return quote
}

async function ask(): Promise<Quote> {
  const { account, services } = harness
  services.service.balances.forget(account.address)
  const quote = await services.service.quotes.quoteV3({
    from: {
      accounts: [
        {
          sessionAddress: account.session.address,
          adminAddress: account.admin.address,
          accountAddress: account.address,
        },
      ],
      asset: { assetId: harness.usdc.firth },
      amount: amount.toString(),
    },
    slippageTolerance: 50,
    to: { asset: { assetId: harness.usdc.lagoon } },
  })
  return signQuote(quote, account.session)
}

/** What everybody holds, and what was taken in fees. */
async function everything(): Promise<Map<string, bigint>> {
  const found = await harness.holdings()
  for (const [name, assetType] of [
    ['Firth', harness.usdc.firth],
    ['Lagoon', harness.usdc.lagoon],
  ] as const) {
    const collected = await harness.getNode(name).client.readContract({
      address: usdc,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: ['0x0000000000000000000000000000000000007a78'],
    })
    found.set(`collector ${assetType}`, collected)
  }
  return found
}

/** Of one asset on both of its chains: what some gained others gave. */
function getSum(gained: Record<string, bigint>): bigint {
  return Object.entries(gained).reduce((sum, [, units]) => sum + units, 0n)
}

function setTax(name: Name, bps: bigint): Promise<unknown> {
  return setTaxOn(harness.getNode(name), bps)
}
