import { beforeAll, describe, expect, test } from 'vitest'

import { createOddPool, deployOddToken, mintOddToken } from '#testing/devnet/oddToken.ts'
import { type AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { setUpHarness } from '#testing/harness/harness.ts'
import { signByOwners, type TestOwner } from '#testing/harness/kinds.ts'
import { getGains, readBalances } from '#testing/harness/ledger.ts'

const harness = setUpHarness({ isStarted: true })
const { asset, execute, getNode, newOwner } = harness

/** Tokens that no list names, each with its decimals. */
const kinds = [6, 8, 18] as const
const tokens = new Map<number, EvmAddress>()

beforeAll(async () => {
  const firth = getNode('Firth')
  for (const decimals of kinds) {
    const token = await deployOddToken(firth, { symbol: `ODD${decimals}`, decimals })
    tokens.set(decimals, token)
    await createOddPool(firth, { token, decimals })
  }
  await firth.client.increaseTime({ seconds: 700 })
  await firth.client.mine({ blocks: 1 })
})

function odd(decimals: number): AssetType {
  return `${getNode('Firth').chainId}/erc20:${tokens.get(decimals) ?? '0x'}`
}

describe.each(kinds)('a token of %d decimals that no list names', (decimals) => {
  test('is bought for at least what was signed, and the fee is taken in what is paid', async () => {
    const owner = await newOwner('roleBased', [['Firth', 'USDC', 200_000_000n]])
    const [from, to] = [asset('Firth', 'USDC'), odd(decimals)]
    const quote = await ask(owner, { from, to, amount: '100000000' })
    const { gains, status } = await executeAndRead(owner, { quote, assets: [from, to] })
    expect(status).toMatchObject({ status: 'COMPLETED' })

    const fee = BigInt(quote.fees?.assets[from] ?? 0)
    const user = owner.account.accountAddress.toLowerCase()
    expect(fee).toBeGreaterThan(0n)
    expect(gains).toEqual({
      [`${user} ${from}`]: -100_000_000n,
      [`${harness.network.roles.feeReceiver.toLowerCase()} ${from}`]: fee,
      [`${user} ${to}`]: BigInt(quote.destinationToken.amount),
    })
    // 100 dollars less the fee at a quarter each, within the pool's fee and impact.
    const whole = Number(quote.destinationToken.amount) / 10 ** decimals
    expect(whole).toBeGreaterThan(390)
    expect(whole).toBeLessThan(400)
    expect(Number(quote.destinationToken.fiatValue)).toBeCloseTo(whole / 4, 1)
    expect(quote.unlistedToken).toMatchObject({
      assetType: to,
      symbol: `ODD${decimals}`,
      decimals,
      pool: { fee: 3000, pairedWith: from },
      tried: ['buy', 'transfer', 'sell'],
    })
  })

  test('is sold for at least what was signed, and the fee is taken in what arrives', async () => {
    const owner = await newOwner('basic')
    const units = 400n * 10n ** BigInt(decimals)
    const token = tokens.get(decimals) ?? '0x'
    await mintOddToken(getNode('Firth'), { token, to: owner.account.accountAddress, units })
    const [from, to] = [odd(decimals), asset('Firth', 'USDC')]
    const quote = await ask(owner, { from, to, amount: units.toString() })
    const { gains, status } = await executeAndRead(owner, { quote, assets: [from, to] })
    expect(status).toMatchObject({ status: 'COMPLETED' })

    const fee = BigInt(quote.fees?.assets[to] ?? 0)
    const user = owner.account.accountAddress.toLowerCase()
    expect(fee).toBeGreaterThan(0n)
    expect(gains).toEqual({
      [`${user} ${from}`]: -units,
      [`${harness.network.roles.feeReceiver.toLowerCase()} ${to}`]: fee,
      [`${user} ${to}`]: BigInt(quote.destinationToken.amount),
    })
    expect(Number(quote.destinationToken.amount) / 1e6).toBeGreaterThan(98)
    expect(Number(quote.originToken.fiatValue[0]?.fiatValue)).toBeCloseTo(100, 0)
  })
})

test('a client that does not say that it knows such quotes gets none', async () => {
  const owner = await newOwner('roleBased', [['Firth', 'USDC', 200_000_000n]])
  const asked = { from: asset('Firth', 'USDC'), to: odd(18), amount: '1000000' }
  await expect(ask(owner, { ...asked, acceptsUnlisted: false })).rejects.toMatchObject({
    code: 'UNSUPPORTED_ASSET',
  })
})

function ask(
  { account }: TestOwner,
  asked: { from: AssetType; to: AssetType; amount: string; acceptsUnlisted?: boolean },
): Promise<Quote> {
  const { from, to, amount, acceptsUnlisted = true } = asked
  return harness.services.service.quotes.quoteV3({
    from: { accounts: [account], asset: { assetId: from }, amount },
    to: { asset: { assetId: to } },
    acceptsUnlisted,
  })
}

/** Executes a quote, and reads what everybody gained of its assets. */
async function executeAndRead(
  owner: TestOwner,
  { quote, assets }: { quote: Quote; assets: readonly AssetType[] },
) {
  const { roles, chains } = harness.network
  const [contracts] = chains.flatMap((one) => (one.kind === 'evm' ? [one.contracts] : []))
  if (!contracts) throw new Error('There is no chain.')
  const { accountAddress } = owner.account
  const { solver, payee, feeReceiver, executor } = roles
  const { originEscrow, destinationSettler, outputGuard, swapRouter } = contracts
  const ours = [solver, payee, feeReceiver, executor]
  const holders = [
    EvmAddress.parse(accountAddress),
    ...ours,
    originEscrow,
    destinationSettler,
    ...(outputGuard ? [outputGuard] : []),
    swapRouter,
  ]
  const before = await readBalances(harness.services, { holders, assets })
  const signed = await signByOwners(quote, { owners: [owner], network: harness.network })
  const status = await execute(signed)
  return {
    status,
    gains: getGains(before, await readBalances(harness.services, { holders, assets })),
  }
}
