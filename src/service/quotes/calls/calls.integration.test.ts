import { encodeFunctionData } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'

import { decodeOperation } from '#chains/evm/operation/decodeOperation.ts'
import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { vault4626Abi } from '#contracts/abi/vault4626.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { PrepareCallQuoteRequest, PreparedCallQuote } from '#protocol/quotes/callQuote.ts'
import { type EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import { hashCallFill, hashOrders } from '#protocol/orders/order.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import { verifyQuoteSignature, getQuoteSigner } from '#protocol/quotes/quoteSignature.ts'
import { testQuoteKey } from '#testing/quotes/quotes.ts'
import type { Caller } from '../../caller.ts'
import type { CallQuotes } from './callQuotes.ts'
import { composeCalls } from '#testing/harness/calls.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const harness = setUpHarness({
  funds: [
    ['Firth', 'USDC', 700_000_000n],
    ['Delta', 'USDT', 400n * 10n ** 18n],
    ['Lagoon', 'USDC', 100_000_000n],
    ['Lagoon', 'ETH', 10n ** 17n],
  ],
})
const { asset, owner, getNode } = harness
let calls: CallQuotes

beforeAll(() => {
  const { services, network, database } = harness
  calls = composeCalls(services, { network, storage: database.storage })
})
const stranger: EvmAddress = '0x00000000000000000000000000000000000a11ce'
const { vault, usdc, destinationSettler } = devnetAddresses

describe('a deposit into a vault paid from another chain', () => {
  test('lends what is missing and asks for deposits of no more than that and its fees', async () => {
    const prepared = await calls.prepare(vaultDeposit(300_000_000n))

    expect(PreparedCallQuote.parse(prepared)).toEqual(prepared)
    expect(prepared.callType).toBe('cross_chain_with_solver')
    const { callData } = prepared.chainOperation.userOp
    const facts = decodeOperation(callData) ?? []
    expect(facts.map(({ kind }) => kind)).toEqual([
      'guard',
      'pull',
      'approval',
      'unknown',
      'approval',
    ])
    const pull = facts[1]
    if (pull?.kind !== 'pull') throw new Error('Nothing is pulled.')
    expect(pull.amounts).toEqual([200_000_000n])

    const quote = await readQuote(prepared)

    expect(Quote.parse(quote)).toEqual(quote)
    const [operation, ...others] = quote.originChainsOperations
    expect(others).toEqual([])
    if (!operation || !isEvmOperation(operation)) throw new Error('No deposit.')
    const deposit = decodeOperation(operation.userOp.callData)?.at(-1)
    if (deposit?.kind !== 'deposit') throw new Error('No deposit.')
    const { order } = deposit
    expect(order.fillId).toBe(pull.prepareId)
    // 200 USDC one for one, not a unit more.
    expect(order.amount).toBe(200_000_000n)
    expect(BigInt(quote.originToken.amount)).toBe(order.amount + order.fee)
    const leg = {
      ...order,
      chainId: splitAssetType(operation.assetType).chainId,
      escrow: deposit.escrow,
    }
    expect(order.fillHash).toBe(
      hashCallFill(
        {
          prepareId: pull.prepareId,
          ordersHash: hashOrders([leg]),
          account: harness.account.accountAddress,
          tokens: pull.tokens,
          amounts: pull.amounts,
          deadline: order.depositDeadline + 180n,
        },
        { chainNumber: 71_117_003, settler: destinationSettler, solver: pull.solver },
      ),
    )
  })

  test("can be paid in another asset, at the feeds' price", async () => {
    const prepared = await calls.prepare({
      ...vaultDeposit(300_000_000n),
      fromAssetId: 'agg:usdt',
    })
    const quote = await readQuote(prepared)

    expect(prepared.callType).toBe('cross_chain_with_solver_and_swaps')
    expect(quote.originToken.aggregatedAssetId).toBe('agg:usdt')
    const fee = Object.values(quote.fees?.assets ?? {}).reduce((sum, one) => sum + BigInt(one), 0n)
    const paid = BigInt(quote.originToken.fiatValue[0]?.amount ?? '0') - fee
    expect(paid).toBeGreaterThanOrEqual(200n * 10n ** 18n)
    expect(paid).toBeLessThan(200n * 10n ** 18n + 10n ** 13n)
  })
})

describe('calls that the account can pay for on the target chain', () => {
  test('need no deposit and pay their gas in the token they need', async () => {
    const prepared = await calls.prepare(vaultDeposit(50_000_000n))
    const quote = await readQuote(prepared)

    expect(prepared.callType).toBe('same_chain_exclude_solver')
    // For programs that sign what stands there.
    expect(quote.originChainsOperations).toEqual([prepared.chainOperation])
    const fee = decodeOperation(prepared.chainOperation.userOp.callData)?.at(-1)
    if (fee?.kind !== 'transfer') throw new Error('No fee.')
    expect(quote.fees?.assets).toEqual({ [asset('Lagoon', 'USDC')]: fee.amount.toString() })
    expect(quote.originToken.amount).toBe((50_000_000n + fee.amount).toString())
    expect(fee.amount).toBeGreaterThan(0n)
  })

  test('that send native coins need no token', async () => {
    const request = buildRequest({
      calls: [{ to: stranger, data: '0x', value: '0x2386f26fc10000' }],
    })
    const prepared = await calls.prepare(request)

    expect(prepared.callType).toBe('same_chain_exclude_solver')
    expect(prepared.chainOperation.assetType).toBe(asset('Lagoon', 'ETH'))
  })
})

test('a call that lies in the future is tried at its own time', async () => {
  const validAfter = Math.floor(Date.now() / 1000) + 3_600
  const request = { ...vaultDeposit(50_000_000n), validAfter: String(validAfter) }
  const prepared = await calls.prepare(request)
  const [guard] = decodeOperation(prepared.chainOperation.userOp.callData) ?? []
  expect(guard).toMatchObject({ validAfter: BigInt(validAfter) })
})

test('a call that is good for most of a year is prepared and quoted', async () => {
  const validUntil = Math.floor(Date.now() / 1000) + 360 * 86_400
  const request = { ...vaultDeposit(50_000_000n), validUntil: `${validUntil}` }
  const prepared = await calls.prepare(request)
  const [guard] = decodeOperation(prepared.chainOperation.userOp.callData) ?? []
  expect(guard).toMatchObject({ validUntil: BigInt(validUntil) })
  expect((await readQuote(prepared)).originChainsOperations).toEqual([prepared.chainOperation])
})

test('a prepared call is sealed under its own kind and with its accounts', async () => {
  const prepared = await calls.prepare(vaultDeposit(50_000_000n))
  const { accounts, chainOperation, tamperProofSignature: signature } = prepared
  const options = { network: 'devnet', signature, quoteSigner: getQuoteSigner(testQuoteKey) }
  const document = { accounts, chainOperation }
  expect(verifyQuoteSignature(document, { ...options, kind: 'prepared' })).toBe(true)
  expect(verifyQuoteSignature(document, { ...options, kind: 'quote' })).toBe(false)
})

describe('what is kept of a prepared call', () => {
  const day = 86_400
  const visitor = { visitor: '192.0.2.7' }

  test.each([
    { who: 'a visitor', caller: visitor, seconds: 3_600 },
    { who: 'a client with a key', caller: { apiKey: 'partner' }, seconds: day },
  ])('of $who, for $seconds seconds until its owner signs it', async ({ caller, seconds }) => {
    const validUntil = String(Math.floor(Date.now() / 1000) + day)
    const request = { ...vaultDeposit(50_000_000n), validUntil }
    const prepared = await calls.prepare(request, caller)
    const kept = await readKeptSeconds(prepared)
    expect(kept).toBeGreaterThan(seconds - 60)
    expect(kept).toBeLessThanOrEqual(seconds)
    await readQuote(prepared)
    expect(await readKeptSeconds(prepared)).toBeGreaterThan(day - 60)
  })

  test('is bounded in bytes for each visitor', async () => {
    const { storage } = harness.database
    await storage.query(
      `insert into prepared_calls (prepare_id, seal, terms, expires_at, caller, bytes)
       values ('0x1', '0x1', '{}', now() + interval '1 hour', $1, $2)`,
      [`visitor ${visitor.visitor}`, 8 * 1024 * 1024 - 1_000],
    )
    const request = vaultDeposit(50_000_000n)
    const refusal = { code: 'RATE_LIMITED', retryAfterSeconds: 600 }
    await expect(calls.prepare(request, visitor)).rejects.toMatchObject(refusal)
    const prepared = await calls.prepare(request, { visitor: '192.0.2.8' })
    await expect(readQuote(prepared, visitor)).rejects.toMatchObject(refusal)
    expect(await readQuote(prepared)).toMatchObject({ accounts: prepared.accounts })
  })

  test('and is no longer, is to be prepared again', async () => {
    const prepared = await calls.prepare(vaultDeposit(50_000_000n))
    await harness.database.storage.query('delete from prepared_calls where seal = $1', [
      prepared.tamperProofSignature,
    ])
    await expect(readQuote(prepared)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
  })
})

/** For how long a prepared call is kept from now on. */
async function readKeptSeconds({ tamperProofSignature }: PreparedCallQuote): Promise<number> {
  const rows = await harness.database.storage.query<{ seconds: number }>(
    'select extract(epoch from expires_at - now())::int as seconds from prepared_calls where seal = $1',
    [tamperProofSignature],
  )
  return rows[0]?.seconds ?? 0
}

function vaultDeposit(amount: bigint) {
  return buildRequest({
    calls: [
      {
        to: vault,
        data: encodeFunctionData({
          abi: vault4626Abi,
          functionName: 'deposit',
          args: [amount, harness.account.accountAddress],
        }),
        value: '0x0',
      },
    ],
    allowanceRequirements: [
      { assetType: asset('Lagoon', 'USDC'), amount: amount.toString(), spender: vault },
    ],
    tokensRequired: [{ assetType: asset('Lagoon', 'USDC'), amount: amount.toString() }],
  })
}

function buildRequest(
  fields: Pick<PrepareCallQuoteRequest, 'calls'> & Partial<PrepareCallQuoteRequest>,
): PrepareCallQuoteRequest {
  return {
    accounts: [harness.account],
    targetChain: getNode('Lagoon').chainId,
    tokensRequired: [],
    allowanceRequirements: [],
    ...fields,
  }
}

async function readQuote(prepared: PreparedCallQuote, caller?: Caller): Promise<Quote> {
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
  return calls.quote(request, request, caller)
}

test('calls that give rights away, or reach what guards the account, are refused', async () => {
  const approve = encodeFunctionData({
    abi: devTokenAbi,
    functionName: 'approve',
    args: [stranger, 1n],
  })
  const { network } = harness
  const lagoon = network.chains.find(({ name }) => name === 'Lagoon')
  const refused = [
    { to: usdc, data: approve, value: '0x0' },
    { to: harness.account.accountAddress, data: '0x', value: '0x0' },
    { to: '0x0000000000000000000000000000000000000000', data: '0x', value: '0x0' },
    ...['entryPoint', 'accountFactory', 'originEscrow', 'destinationSettler', 'paymaster'].map(
      (name) => ({
        to: Object.entries(lagoon?.contracts ?? {}).find(([key]) => key === name)?.[1],
        data: '0x',
        value: '0x0',
      }),
    ),
  ]
  for (const call of refused) {
    const request = PrepareCallQuoteRequest.parse({ ...buildRequest({ calls: [] }), calls: [call] })
    await expect(calls.prepare(request), JSON.stringify(call)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'Invalid call data',
    })
  }
})
