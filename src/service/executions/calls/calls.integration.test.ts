import { encodeFunctionData } from 'viem'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { vault4626Abi } from '#contracts/abi/vault4626.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { maxCallData, type PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { type EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { CallQuotes } from '../../quotes/calls/callQuotes.ts'
import { getGains } from '#testing/harness/ledger.ts'
import { pinBaseFee } from '#testing/harness/fees.ts'
import { composeCalls, prepareCall, quoteCall } from '#testing/harness/calls.ts'
import { setUpHarness } from '#testing/harness/harness.ts'
import { signOperation } from '#testing/harness/kinds.ts'

const harness = setUpHarness({
  funds: [
    ['Firth', 'USDC', 900_000_000n],
    ['Delta', 'USDC', 300_000_000n],
    ['Delta', 'USDT', 900n * 10n ** 18n],
    ['Lagoon', 'WBTC', 50_000_000n],
  ],
  isStarted: true,
})
const { accept, asset, execute, getNode, owner } = harness
let calls: CallQuotes

beforeAll(() => {
  calls = composeCalls(harness.services, {
    network: harness.network,
    storage: harness.database.storage,
  })
})
const { vault, usdc } = devnetAddresses
const friend: EvmAddress = '0x00000000000000000000000000000000000f41e4'

describe('a deposit into a vault on a chain where the account holds nothing of it', () => {
  test('is paid from two other chains and costs exactly what the quote says', async () => {
    const quote = await signedQuote(vaultDeposit(1_000_000_000n))
    expect(quote.originChainsOperations).toHaveLength(2)
    const before = await everything()

    const record = await execute(quote)

    expect(record).toMatchObject({ status: 'COMPLETED' })
    expect(record.originChainOperations).toHaveLength(2)
    expect(record.destinationChainOperations).toHaveLength(1)
    expect(getGains(before, await everything())).toEqual({
      ...paid(quote),
      [`solver ${asset('Lagoon', 'USDC')}`]: -1_000_000_000n,
      [`vault ${asset('Lagoon', 'USDC')}`]: 1_000_000_000n,
      'user shares': 1_000_000_000n,
    })
    expect(await newestType()).toBe('CALL')
  })

  test('is paid from another chain when it lacks a single unit', async () => {
    const record = await execute(await signedQuote(vaultDeposit(1n)))
    expect(record).toMatchObject({ status: 'COMPLETED' })
  })

  test('has its fee brought from another chain when it takes all that the account holds', async () => {
    const units = 5_000_000n
    const { account, key } = await harness.newOwner('roleBased', [
      ['Lagoon', 'USDC', units],
      ['Firth', 'USDC', units],
    ])
    const request = buildRequest({
      calls: [call(usdc, 'transfer', [friend, units])],
      tokensRequired: [{ assetType: asset('Lagoon', 'USDC'), amount: `${units}` }],
    })
    const signing = { calls, signer: key }
    const prepared = await prepareCall({ ...request, accounts: [account] }, signing)
    expect(await execute(await quoteCall(prepared, signing))).toMatchObject({ status: 'COMPLETED' })
    expect(await harness.balanceOf(asset('Lagoon', 'USDC'), account.accountAddress)).toBe(1n)
  })

  test('is executed once, whatever is quoted for it', async () => {
    const signing = { calls, signer: owner }
    const prepared = await prepareCall(vaultDeposit(10_000_000n), signing)
    const [first, second] = [await quoteCall(prepared, signing), await quoteCall(prepared, signing)]
    await execute(first)
    const before = await everything()

    await expect(accept(second)).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(getGains(before, await everything())).toEqual({})
    await expect(accept(first)).resolves.toMatchObject({
      success: true,
    })
  })

  test('that reverts when it is executed costs nothing and says why', async () => {
    // The call redeems shares that the account holds when quoted and no more when executed.
    const shares = 5_000_000n
    const request = buildRequest({
      calls: [call(usdc, 'transfer', [friend, 20_000_000n]), withdraw(shares, friend)],
      tokensRequired: [{ assetType: asset('Lagoon', 'USDC'), amount: '20000000' }],
    })
    const quote = await signedQuote(request)
    await leaveVault()
    const before = await everything()

    const record = await execute(quote)

    expect(record).toMatchObject({ status: 'REFUNDED' })
    expect(record.failReason).toBeDefined()
    expect(record.destinationChainOperations).toEqual([])
    expect(getGains(before, await everything())).toEqual({})
  })
})

test('native coins that a call sends are lent like tokens', async () => {
  const quote = await signedQuote(
    buildRequest({ calls: [{ to: friend, data: '0x', value: '0x2386f26fc10000' }] }),
  )
  const before = await everything()

  expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
  expect(getGains(before, await everything())).toEqual({
    ...paid(quote),
    [`solver ${asset('Lagoon', 'ETH')}`]: -(10n ** 16n),
    [`friend ${asset('Lagoon', 'ETH')}`]: 10n ** 16n,
  })
})

test('a call that needs nothing from elsewhere pays its gas in the token it moves', async () => {
  const wbtc = asset('Lagoon', 'WBTC')
  const quote = await signedQuote(
    buildRequest({
      calls: [call(devnetAddresses.wbtc, 'transfer', [friend, 1_000_000n])],
      tokensRequired: [{ assetType: wbtc, amount: '1000000' }],
    }),
  )
  expect(quote.originChainsOperations).toHaveLength(1)
  const fee = BigInt(quote.fees?.assets[wbtc] ?? 0)
  const before = await everything()

  const record = await execute(quote)

  expect(record).toMatchObject({ status: 'COMPLETED' })
  expect(record.destinationChainOperations).toEqual(record.originChainOperations)
  expect(getGains(before, await everything())).toEqual({
    [`user ${wbtc}`]: -1_000_000n - fee,
    [`friend ${wbtc}`]: 1_000_000n,
    // Gas may cost less than the smallest unit of bitcoin.
    ...(fee > 0n && { [`feeReceiver ${wbtc}`]: fee }),
  })
})

describe('a call with much data', () => {
  // As one piece it is the first operation of an account below.
  test.each([
    { what: '60,000 zeros', data: '00'.repeat(60_000) },
    {
      what: 'all bytes of a request, in as many calls as it takes',
      count: 100,
      data: '11'.repeat(1024),
    },
  ])('completes from a deployed account: $what', async ({ data, count = 1 }) => {
    await leaveVault()
    const calls = Array.from(
      { length: count },
      () => ({ to: friend, data: `0x${data}`, value: '0x0' }) as const,
    )
    expect(await execute(await signedQuote(buildRequest({ calls })))).toMatchObject({
      status: 'COMPLETED',
    })
  })

  test('is refused when its approvals leave no room for it in a transaction', async () => {
    const assetType = asset('Lagoon', 'USDC')
    const allowanceRequirements = Array.from({ length: 60 }, () => ({
      assetType,
      spender: vault,
      amount: '1',
    }))
    const data = `0x${'11'.repeat(maxCallData)}` as const
    const request = buildRequest({ calls: [{ to: friend, data, value: '0x0' }] })
    await expect(calls.prepare({ ...request, allowanceRequirements })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      issues: [{ path: 'calls', message: expect.stringContaining('122880') }],
    })
  })

  test.each(['roleBased', 'basic', 'eip7702'] as const)(
    'completes as the first operation of an account: %s',
    async (kind) => {
      const owner = await harness.newOwner(kind, [['Lagoon', 'USDC', 50_000_000n]])
      const request = {
        ...buildRequest({
          calls: [{ to: friend, data: `0x${'11'.repeat(maxCallData)}`, value: '0x0' }],
        }),
        accounts: [owner.account],
      }
      const { chainOperation: unsigned, ...prepared } = await calls.prepare(request)
      const { network } = harness
      const chainOperation = await signOperation(unsigned, { owners: [owner], network })
      const signed = { ...prepared, chainOperation }
      const quote = await calls.quote(signed, signed)
      expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
    },
  )
})

test('a call that pays its own gas is not taken once its gas costs several times as much', async () => {
  const wbtc = asset('Lagoon', 'WBTC')
  const quote = await signedQuote(
    buildRequest({
      calls: [call(devnetAddresses.wbtc, 'transfer', [friend, 1_000_000n])],
      tokensRequired: [{ assetType: wbtc, amount: '1000000' }],
    }),
  )
  const end = await pinBaseFee([getNode('Lagoon')], 500n * 10n ** 9n)
  onTestFinished(end)
  await expect(accept(quote, harness.createServices())).rejects.toMatchObject({
    code: 'PRICE_UNAVAILABLE',
    message: expect.stringContaining('does not cover the gas'),
  })
})

function buildRequest(
  fields: Pick<PrepareCallQuoteRequest, 'calls'> & Partial<PrepareCallQuoteRequest>,
): PrepareCallQuoteRequest {
  return {
    accounts: [harness.account],
    targetChain: splitAssetType(asset('Lagoon', 'USDC')).chainId,
    tokensRequired: [],
    allowanceRequirements: [],
    ...fields,
  }
}

function call(to: EvmAddress, functionName: 'transfer', args: readonly [EvmAddress, bigint]) {
  return {
    to,
    data: encodeFunctionData({ abi: devTokenAbi, functionName, args }),
    value: '0x0',
  } as const
}

function withdraw(shares: bigint, receiver: EvmAddress) {
  const args = [shares, receiver, harness.account.accountAddress] as const
  const data = encodeFunctionData({ abi: vault4626Abi, functionName: 'redeem', args })
  return { to: vault, data, value: '0x0' } as const
}

function vaultDeposit(amount: bigint): PrepareCallQuoteRequest {
  const args = [amount, harness.account.accountAddress] as const
  const data = encodeFunctionData({ abi: vault4626Abi, functionName: 'deposit', args })
  const needed = { assetType: asset('Lagoon', 'USDC'), amount: amount.toString() }
  return buildRequest({
    calls: [{ to: vault, data, value: '0x0' }],
    allowanceRequirements: [{ ...needed, spender: vault }],
    tokensRequired: [needed],
  })
}

/** Prepares a call, signs it, quotes it and signs the deposits that pay for it. */
async function signedQuote(request: PrepareCallQuoteRequest): Promise<Quote> {
  harness.services.service.balances.forget(harness.account.accountAddress)
  const signing = { calls, signer: owner }
  return quoteCall(await prepareCall(request, signing), signing)
}

/** Redeems all shares with another call, which the account pays for itself. */
async function leaveVault(): Promise<void> {
  const shares = await readShares(harness.account.accountAddress)
  const quote = await signedQuote(buildRequest({ calls: [withdraw(shares, friend)] }))
  await execute(quote)
}

async function newestType() {
  const query = { user: harness.account.accountAddress, limit: 1, sortBy: 'createdAt' } as const
  const { transactions } = await harness.services.executions.history(query)
  return transactions[0]?.type
}

/** Expected changes by the deposits of a quote: amounts to the payee, fees to the fee receiver. */
function paid(quote: Quote): Record<string, bigint> {
  const moves = quote.originChainsOperations.flatMap(({ assetType, amount }) => {
    const fee = BigInt(quote.fees?.assets[assetType] ?? 0)
    return [
      [`user ${assetType}`, -BigInt(amount) - fee],
      [`payee ${assetType}`, BigInt(amount)],
      [`feeReceiver ${assetType}`, fee],
    ] as const
  })
  return Object.fromEntries(moves)
}

/** Balances of all holders in all assets, and the account's shares. */
async function everything(): Promise<Map<string, bigint>> {
  const { network } = harness
  const holders = {
    user: harness.account.accountAddress,
    friend,
    vault,
    solver: network.roles.solver,
    payee: network.roles.payee,
    feeReceiver: network.roles.feeReceiver,
    escrow: devnetAddresses.originEscrow,
    settler: devnetAddresses.destinationSettler,
  }
  const found = new Map<string, bigint>()
  const members = network.aggregates.flatMap((aggregate) => aggregate.members)
  await Promise.all(
    members.flatMap(({ assetType }) =>
      Object.entries(holders).map(async ([name, holder]) => {
        const chain = harness.services.chains.get(splitAssetType(assetType).chainId)
        const balance = await chain?.readBalance(holder, assetType)
        found.set(`${name} ${assetType}`, balance?.units ?? 0n)
      }),
    ),
  )
  found.set('user shares', await readShares(harness.account.accountAddress))
  // The solver's coins pay its gas too.
  for (const key of found.keys())
    if (key.startsWith('solver ') && key.includes('/slip44:'))
      found.set(key, roundCoins(found, key))
  return found
}

/** Rounds to hundredths of a coin, which is more than gas costs. */
function roundCoins(found: Map<string, bigint>, key: string): bigint {
  const hundredth = 10n ** 16n
  const units = found.get(key) ?? 0n
  return ((units + hundredth / 2n) / hundredth) * hundredth
}

async function readShares(holder: EvmAddress): Promise<bigint> {
  return getNode('Lagoon').client.readContract({
    address: vault,
    abi: vault4626Abi,
    functionName: 'balanceOf',
    args: [holder],
  })
}
