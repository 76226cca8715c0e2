import { encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { vault4626Abi } from '#contracts/abi/vault4626.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { RoleBasedAccount } from '#protocol/accounts/account.ts'
import type { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { type AssetType, type EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { getQuoteSigner } from '#protocol/quotes/quoteSignature.ts'
import { type CallQuotes, createCallQuotes } from '../../quotes/calls/callQuotes.ts'
import { getAccount, testQuoteKey } from '#testing/quotes/quotes.ts'
import { startTestDatabase, type TestDatabase } from '#testing/harness/database.ts'
import { getGains } from '#testing/harness/ledger.ts'
import {
  getAsset,
  composeServices,
  signQuote,
  type TestServices,
  waitUntilTerminal,
} from '#testing/harness/composeServices.ts'

const owner = privateKeyToAccount(`0x${'ca'.repeat(32)}`)
const { vault, usdc } = devnetAddresses
const friend: EvmAddress = '0x00000000000000000000000000000000000f41e4'

let devnet: TestDevnet
let database: TestDatabase
let services: TestServices
let calls: CallQuotes
let account: RoleBasedAccount

beforeAll(async () => {
  ;[devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  const { network } = devnet
  services = composeServices(network, {
    storage: database.storage,
    keys: { ...devnetKeys, paymaster: devnetKeys.paymasterSigner },
  })
  calls = createCallQuotes({
    ...services.service,
    network,
    quoteKey: testQuoteKey,
    storage: database.storage,
    quoteSigner: getQuoteSigner(testQuoteKey),
    signing: services.chains,
    sessionGuard: services.sessionGuard,
  })
  account = getAccount(owner.address, services.service.quotes)
  await devnet.faucet.send(account.accountAddress, [
    { assetType: asset('Firth', 'USDC'), amount: 900_000_000n },
    { assetType: asset('Delta', 'USDC'), amount: 300_000_000n },
    { assetType: asset('Delta', 'USDT'), amount: 900n * 10n ** 18n },
    { assetType: asset('Lagoon', 'WBTC'), amount: 50_000_000n },
  ])
  await services.start()
})

afterAll(async () => {
  await services.stop()
  await database.stop()
  await devnet.stop()
})

describe('a deposit into a vault on a chain where the account holds nothing of it', () => {
  test('is paid from two other chains and costs exactly what the quote says', async () => {
    const quote = await readQuote(vaultDeposit(1_000_000_000n))
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

  test('is executed once, whatever is quoted for it', async () => {
    const prepared = await prepare(vaultDeposit(10_000_000n))
    const [first, second] = [await sign(await quoted(prepared)), await sign(await quoted(prepared))]
    await execute(first)
    const before = await everything()

    await expect(
      services.executions.accept(second, { receivedBody: second }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(getGains(before, await everything())).toEqual({})
    await expect(services.executions.accept(first, { receivedBody: first })).resolves.toMatchObject(
      {
        success: true,
      },
    )
  })

  test('that reverts when it is executed costs nothing and says why', async () => {
    // Shares are drawn from the vault that the account holds when it is asked and not any more then.
    const shares = 5_000_000n
    const request = ask({
      calls: [call(usdc, 'transfer', [friend, 20_000_000n]), withdraw(shares, friend)],
      tokensRequired: [{ assetType: asset('Lagoon', 'USDC'), amount: '20000000' }],
    })
    const quote = await readQuote(request)
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
  const quote = await readQuote(
    ask({ calls: [{ to: friend, data: '0x', value: '0x2386f26fc10000' }] }),
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
  const quote = await readQuote(
    ask({
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

type Prepared = Awaited<ReturnType<CallQuotes['prepare']>>

function asset(chain: string, symbol: string): AssetType {
  return getAsset(devnet.network, { chain, symbol })
}

function ask(
  fields: Pick<PrepareCallQuoteRequest, 'calls'> & Partial<PrepareCallQuoteRequest>,
): PrepareCallQuoteRequest {
  return {
    accounts: [account],
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
  const args = [shares, receiver, account.accountAddress] as const
  const data = encodeFunctionData({ abi: vault4626Abi, functionName: 'redeem', args })
  return { to: vault, data, value: '0x0' } as const
}

function vaultDeposit(amount: bigint): PrepareCallQuoteRequest {
  const args = [amount, account.accountAddress] as const
  const data = encodeFunctionData({ abi: vault4626Abi, functionName: 'deposit', args })
  const needed = { assetType: asset('Lagoon', 'USDC'), amount: amount.toString() }
  return ask({
    calls: [{ to: vault, data, value: '0x0' }],
    allowanceRequirements: [{ ...needed, spender: vault }],
    tokensRequired: [needed],
  })
}

/** The account takes all its shares out by another call, which it can pay itself. */
async function leaveVault(): Promise<void> {
  const shares = await readShares(account.accountAddress)
  const quote = await readQuote(ask({ calls: [withdraw(shares, friend)] }))
  await execute(quote)
}

async function prepare(request: PrepareCallQuoteRequest): Promise<Prepared> {
  services.service.balances.forget(account.accountAddress)
  return calls.prepare(request)
}

async function quoted(prepared: Prepared): Promise<Quote> {
  const { domain, message } = prepared.chainOperation.typedDataToSign
  const signature = await owner.signTypedData({
    domain,
    types: { Approve: [{ name: 'callDataAndNonceHash', type: 'bytes32' }] },
    primaryType: 'Approve',
    message,
  })
  const { accounts, chainOperation, tamperProofSignature } = prepared
  const signed = { ...chainOperation, userOp: { ...chainOperation.userOp, signature } }
  const request = { accounts, chainOperation: signed, tamperProofSignature }
  return calls.quote(request, request)
}

function sign(quote: Quote): Promise<Quote> {
  return signQuote(quote, owner)
}

async function readQuote(request: PrepareCallQuoteRequest): Promise<Quote> {
  return sign(await quoted(await prepare(request)))
}

async function execute(quote: Quote) {
  await services.executions.accept(quote, { receivedBody: quote })
  return waitUntilTerminal(services, { quoteId: quote.id })
}

async function newestType() {
  const query = { user: account.accountAddress, limit: 1, sortBy: 'createdAt' } as const
  const { transactions } = await services.executions.history(query)
  return transactions[0]?.type
}

/** What the quote takes: amounts to the payee, fees to the fee receiver. */
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

/** What everybody holds of every asset of every chain, and the account's shares. */
async function everything(): Promise<Map<string, bigint>> {
  const { network } = devnet
  const holders = {
    user: account.accountAddress,
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
        const chain = services.chains.get(splitAssetType(assetType).chainId)
        const balance = await chain?.readBalance(holder, assetType)
        found.set(`${name} ${assetType}`, balance?.units ?? 0n)
      }),
    ),
  )
  found.set('user shares', await readShares(account.accountAddress))
  // The solver's coins pay its gas too.
  for (const key of found.keys())
    if (key.startsWith('solver ') && key.includes('/slip44:'))
      found.set(key, roundCoins(found, key))
  return found
}

/** Whole hundredths of a coin: gas is less. */
function roundCoins(found: Map<string, bigint>, key: string): bigint {
  const hundredth = 10n ** 16n
  const units = found.get(key) ?? 0n
  return ((units + hundredth / 2n) / hundredth) * hundredth
}

async function readShares(holder: EvmAddress): Promise<bigint> {
  const lagoon = devnet.chains.find(({ name }) => name === 'Lagoon')
  if (!lagoon) throw new Error('Lagoon is no chain.')
  return lagoon.client.readContract({
    address: vault,
    abi: vault4626Abi,
    functionName: 'balanceOf',
    args: [holder],
  })
}
