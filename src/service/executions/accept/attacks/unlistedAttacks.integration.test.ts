import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'

import {
  createOddPool,
  deployOddToken,
  type OddPool,
  type OddTricks,
  pushPool,
  setOddTax,
  setTricks,
} from '#testing/devnet/oddToken.ts'
import { type AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import { resignQuote } from '#testing/attacks/forgery.ts'
import type { TestServices } from '#testing/harness/composeServices.ts'
import { setUpHarness } from '#testing/harness/harness.ts'
import { signByOwners, type TestOwner } from '#testing/harness/kinds.ts'
import { getGains, readBalances } from '#testing/harness/ledger.ts'

const paused = new Set<string>()
const harness = setUpHarness({
  isStarted: true,
  services: {
    onFailpoint(failpoint, about) {
      if (failpoint === 'before sign' && paused.has(about)) throw new Error(`${about} is paused.`)
    },
  },
})
const { accept, asset, execute, fund, getNode, newOwner } = harness

type Place = { token: EvmAddress; pool: EvmAddress }
const places = new Map<string, Place>()

/** Tokens by what is odd about them, with what differs of their pools; priced after ten minutes. */
const kinds: Readonly<Record<string, Omit<OddPool, 'token'> & { symbol?: string }>> = {
  plain: {},
  pushed: {},
  taxed: {},
  trapped: {},
  hooking: {},
  growing: {},
  flickering: {},
  bombing: {},
  small: { usd: 10_000n },
  empty: { usd: 0n },
  forgetful: { observations: 1 },
  lookalike: { symbol: 'USDС' },
}

beforeAll(async () => {
  const firth = getNode('Firth')
  for (const [name, { symbol = 'ODD', ...pool }] of Object.entries(kinds)) {
    const token = await deployOddToken(firth, { symbol, name: symbol })
    places.set(name, { token, pool: await createOddPool(firth, { token, ...pool }) })
  }
  await firth.client.increaseTime({ seconds: 700 })
  await firth.client.mine({ blocks: 1 })
})

function getPlace(name: string): Place {
  const place = places.get(name)
  if (!place) throw new Error(`There is no token ${name}.`)
  return place
}

function odd(name: string): AssetType {
  return `${getNode('Firth').chainId}/erc20:${getPlace(name).token}`
}

describe('a pool that does not price a token', () => {
  test.each([
    ['empty', 'No pool of the exchange trades it against a listed token now.'],
    ['small', /Its largest pool holds 10000 US dollars of a listed token; at least 25000/],
    ['forgetful', 'Its pool keeps 1 observations of its price; at least 10 are needed.'],
  ])('%s is refused with what was seen', async (name, message) => {
    await expectRefused(await ask(name), { code: 'PRICE_UNAVAILABLE', message })
  })

  test('one that is moved in the block before is refused, and one that is moved after the quote', async () => {
    const quote = await quoteOf(await ask('pushed'))
    await pushPool(getNode('Firth'), { token: getPlace('pushed').token, units: 20_000_000_000n })
    const moved = { code: 'PRICE_UNAVAILABLE', message: /somebody may be moving it/ }
    await expectRefused(await ask('pushed'), moved)
    await expect(accept(await sign(quote))).rejects.toMatchObject({ code: moved.code })
  })

  test('one that is younger than the time it is averaged over is refused', async () => {
    const firth = getNode('Firth')
    const token = await deployOddToken(firth)
    places.set('young', { token, pool: await createOddPool(firth, { token }) })
    await expectRefused(await ask('young'), {
      code: 'PRICE_UNAVAILABLE',
      message: /does not remember its price of the last 10 minutes/,
    })
  })

  test('an address without a contract is refused', async () => {
    const token = EvmAddress.parse('0x00000000000000000000000000000000000f41e6')
    places.set('nothing', { token, pool: token })
    await expectRefused(await ask('nothing'), {
      code: 'PRICE_UNAVAILABLE',
      message: 'There is no contract at this address.',
    })
  })
})

describe('a token with a trick is refused with what was seen', () => {
  const tricks: readonly [string, OddTricks | ((place: Place) => OddTricks), string][] = [
    ['trapped', ({ pool }) => ({ trap: pool }), 'It could not be sold again after it was bought'],
    ['hooking', { hooks: true }, 'It calls whoever receives it'],
    ['growing', { growth: 5n }, 'Balances of it change by themselves'],
    ['flickering', { flicker: 2 }, 'It says different decimals at different times'],
  ]

  test.each(tricks)('%s', async (name, trick, message) => {
    const place = getPlace(name)
    const tricks = typeof trick === 'function' ? trick(place) : trick
    await setTricks(getNode('Firth'), place.token, tricks)
    // Decimals flicker by the second: when they are read decides which of two tricks is seen.
    await expectRefused(await ask(name), {
      code: 'SIMULATION_FAILED',
      message: new RegExp(message),
    })
  })

  test('a fee on transfers, at the quote and when it is switched on after it', async () => {
    const quote = await quoteOf(await ask('taxed'))
    await setOddTax(getNode('Firth'), getPlace('taxed').token, 300n)
    const taxed = { code: 'SIMULATION_FAILED', message: /It keeps 3 % of what is bought/ }
    await expectRefused(await ask('taxed'), taxed)
    await expect(accept(await sign(quote))).rejects.toMatchObject({ code: taxed.code })
    await setOddTax(getNode('Firth'), getPlace('taxed').token, 0n)
  })

  test('a fee that is switched on after acceptance costs its buyer nothing: the swap reverts whole', async () => {
    const firth = getNode('Firth')
    const asked = await ask('taxed')
    const holders = [EvmAddress.parse(asked.owner.account.accountAddress)]
    const assets = [asset('Firth', 'USDC'), odd('taxed')]
    const before = await readBalances(harness.services, { holders, assets })
    paused.add('deposit')
    const signed = await sign(await quoteOf(asked))
    await accept(signed)
    await setOddTax(firth, getPlace('taxed').token, 300n)
    paused.delete('deposit')
    await expect
      .poll(() => harness.services.executions.status(signed.id))
      .toMatchObject({ status: 'REFUNDED', failReason: 'TOO_LITTLE_RECEIVED' })
    expect(getGains(before, await readBalances(harness.services, { holders, assets }))).toEqual({})
    await setOddTax(firth, getPlace('taxed').token, 0n)
  })
})

describe('what a token says of itself', () => {
  test('a symbol that looks like a listed one is said as such', async () => {
    const { unlistedToken } = await quoteOf(await ask('lookalike'))
    expect(unlistedToken).toMatchObject({
      symbol: 'USDС',
      resembles: expect.stringMatching(/usdc|erc20/i),
    })
    const { unlistedToken: other } = await quoteOf(await ask('plain'))
    expect(other).not.toHaveProperty('resembles')
  })

  test('a symbol of two million bytes is none, and stops nothing', async () => {
    const place = getPlace('bombing')
    await setTricks(getNode('Firth'), place.token, { bombBytes: 2_000_000n })
    const quote = await quoteOf(await ask('bombing'))
    expect(quote.unlistedToken).not.toHaveProperty('symbol')
    expect(quote.destinationToken.symbol).toBe('unnamed')
  })
})

describe('limits', () => {
  test('more than a thousand dollars at once are refused', async () => {
    await expectRefused(await ask('plain', { amount: 1_100_000_000n }), {
      code: 'NO_ROUTE',
      message: /1000 are the most at once/,
    })
  })

  test('another recipient than the account that pays is refused', async () => {
    const asked = await ask('plain')
    const account =
      `${getNode('Firth').chainId}:0x00000000000000000000000000000000000f41e6` as const
    await expectRefused(
      { ...asked, account },
      { code: 'NO_ROUTE', message: /account that pays only/ },
    )
  })

  test('the native coin pays for none, as it would wait where the token could take it', async () => {
    const asked = await ask('plain')
    const coin = { ...asked, from: asset('Firth', 'ETH'), amount: 10n ** 15n }
    await fund(EvmAddress.parse(asked.owner.account.accountAddress), [['Firth', 'ETH', 10n ** 16n]])
    await expectRefused(coin, { code: 'NO_ROUTE', message: /The native coin does not pay for it/ })
  })

  test('a session key with limits trades none, neither at the quote nor at acceptance', async () => {
    const keys = [1, 2].map(() => privateKeyToAccount(generatePrivateKey()))
    const [session, admin] = keys
    if (!session || !admin) throw new Error('There are two keys.')
    const own = { sessionAddress: session.address, adminAddress: admin.address }
    const { quotes } = harness.services.service
    const accountAddress = quotes.predictAddress(own).predictedAddress
    await fund(accountAddress, [['Firth', 'USDC', 200_000_000n]])
    const owner = { account: { ...own, accountAddress }, key: session }
    const asked = { ...(await ask('plain')), owner }
    const limited = harness.createServices({ sessionDefault: 'own-accounts' })
    await expect(quoteOf(asked, limited)).rejects.toMatchObject({
      code: 'NO_ROUTE',
      message: expect.stringContaining('A session key that its admin has narrowed'),
    })
    const signed = await signByOwners(await quoteOf(asked), {
      owners: [owner],
      network: harness.network,
    })
    await expect(accept(signed, limited)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      message: expect.stringContaining('may not trade tokens that no list names'),
    })
    const byAdmin = await signByOwners(signed, {
      owners: [{ ...owner, key: admin }],
      network: harness.network,
    })
    await accept(byAdmin, limited)
  })

  test('what stands in another chain, or what is named by its output, is refused', async () => {
    const asked = await ask('plain')
    const elsewhere = { ...asked, from: asset('Delta', 'USDC') }
    await expectRefused(elsewhere, { code: 'NO_ROUTE', message: /the other asset has to be there/ })
    const both = { ...asked, from: odd('pushed') }
    await expectRefused(both, { code: 'NO_ROUTE', message: /Neither asset is on a list/ })
  })
})

describe('a quote that lies, sealed with a stolen quote key, is refused', () => {
  const lies: readonly [string, (quote: Quote) => Quote, string][] = [
    ['another pool', withPool(() => ({ address: getPlace('empty').pool })), 'PRICE_UNAVAILABLE'],
    ['another fee of the pool', withPool(() => ({ fee: 500 })), 'PRICE_UNAVAILABLE'],
    ['other decimals', (quote) => alterToken(quote, { decimals: 6 }), 'PRICE_UNAVAILABLE'],
    ['no mark', (quote) => ({ ...quote, unlistedToken: undefined }), 'QUOTE_TAMPERED'],
    [
      'the mark of another token',
      (quote) => alterToken(quote, { assetType: odd('bombing') }),
      'QUOTE_TAMPERED',
    ],
    ['a lower minimum', alterMinimum, 'QUOTE_TAMPERED'],
  ]

  test.each(lies)('%s', async (_, lie, code) => {
    const signed = await sign(await quoteOf(await ask('plain')))
    const lying = resignQuote(Quote.parse(JSON.parse(JSON.stringify(lie(signed)))), harness.network)
    await expect(accept(lying)).rejects.toMatchObject({ code })
    expect(await harness.services.executions.status(signed.id)).toEqual({})
  })

  test('the same quote without a lie is executed', async () => {
    const signed = await sign(await quoteOf(await ask('plain')))
    const resigned = resignQuote(signed, harness.network)
    expect(await execute(resigned)).toMatchObject({ status: 'COMPLETED' })
  })
})

function withPool(change: () => { address?: EvmAddress; fee?: number }) {
  return (quote: Quote): Quote => alterToken(quote, { pool: change() })
}

function alterToken(
  quote: Quote,
  { pool, ...changes }: { pool?: object; decimals?: number; assetType?: AssetType },
): Quote {
  const { unlistedToken: token } = quote
  if (!token) throw new Error('The quote has no mark.')
  return { ...quote, unlistedToken: { ...token, ...changes, pool: { ...token.pool, ...pool } } }
}

function alterMinimum(quote: Quote): Quote {
  const { destinationToken: token } = quote
  const minimumAmount = ((BigInt(token.amount) * 6n) / 10n).toString()
  return { ...quote, destinationToken: { ...token, minimumAmount } }
}

type Asked = {
  owner: TestOwner
  from: AssetType
  to: AssetType
  amount: bigint
  account?: `${string}:${string}`
}

const owners = new Map<string, TestOwner>()

/** A new owner who pays with USDC for a token. */
async function ask(name: string, { amount = 100_000_000n } = {}): Promise<Asked> {
  const owner = await newOwner('roleBased', [['Firth', 'USDC', 2n * amount]])
  owners.set(owner.account.accountAddress, owner)
  return { owner, from: asset('Firth', 'USDC'), to: odd(name), amount }
}

function quoteOf(
  { owner, from, to, amount, account }: Asked,
  { service }: Pick<TestServices, 'service'> = harness.services,
): Promise<Quote> {
  return service.quotes.quoteV3({
    from: { accounts: [owner.account], asset: { assetId: from }, amount: amount.toString() },
    to: { asset: { assetId: to }, ...(account && { account }) },
    acceptsUnlisted: true,
  })
}

async function expectRefused(
  asked: Asked,
  { code, message }: { code: string; message: string | RegExp },
): Promise<void> {
  const refused = quoteOf(asked)
  await expect(refused).rejects.toThrow(message)
  await expect(refused).rejects.toMatchObject({ code })
}

function sign(quote: Quote): Promise<Quote> {
  return signByOwners(quote, { owners: [...owners.values()], network: harness.network })
}
