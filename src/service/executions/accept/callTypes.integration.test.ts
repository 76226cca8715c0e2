import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { transferCall } from '#chains/evm/operation/accountCalls.ts'
import type { CallType, PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { Hash } from '#protocol/ids/hex.ts'
import type { LandedOperation } from '#protocol/status/status.ts'
import type { CallQuotes } from '../../quotes/calls/callQuotes.ts'
import { composeCalls, prepareCall, quoteCall } from '#testing/harness/calls.ts'
import { type TestDesk, untilTerminal } from '#testing/harness/desk.ts'
import { ownerOf, signByOwners, signOperation, type TestOwner } from '#testing/harness/kinds.ts'
import { startTestScene, type TestScene } from '#testing/harness/scene.ts'

let scene: TestScene
let desk: TestDesk
let calls: CallQuotes

beforeAll(async () => {
  scene = await startTestScene()
  desk = scene.newDesk()
  calls = composeCalls(desk, { network: scene.network, storage: scene.database.storage })
  await desk.start()
})

afterAll(async () => {
  await desk.stop()
  await scene.stop()
})

/** What every call here sends to somebody, USDC of Lagoon. */
const sent = 10_000_000n

const ways: { callType: CallType; holds: [string, string]; units: bigint; deposits: string[] }[] = [
  {
    callType: 'same_chain_exclude_solver',
    holds: ['Lagoon', 'USDC'],
    units: 30_000_000n,
    deposits: [],
  },
  {
    callType: 'same_chain_with_solver',
    holds: ['Lagoon', 'USDT'],
    units: 30_000_000n,
    deposits: ['Lagoon'],
  },
  {
    callType: 'cross_chain_with_solver',
    holds: ['Firth', 'USDC'],
    units: 30_000_000n,
    deposits: ['Firth'],
  },
  {
    callType: 'cross_chain_with_solver_and_swaps',
    holds: ['Delta', 'USDT'],
    units: 30n * 10n ** 18n,
    deposits: ['Delta'],
  },
]

describe.each(['roleBased', 'basic', 'eip7702'] as const)('for a new %s account', (kind) => {
  test.each(ways)('$callType: paid with what is held of $holds, it is made', async (way) => {
    const [chain, symbol] = way.holds
    const held = scene.asset(chain, symbol)
    const owner = await newOwner([[held, way.units]], kind)
    const friend = nobody()

    const prepared = await calls.prepare(transferOf(owner, { friend, units: sent }))
    expect(prepared.callType).toBe(way.callType)
    const signing = { owners: [owner], network: scene.network }
    const { accounts, tamperProofSignature } = prepared
    const chainOperation = await signOperation(prepared.chainOperation, signing)
    const request = { accounts, tamperProofSignature, chainOperation }
    const quote = await signByOwners(await calls.quote(request, request), signing)
    const places = quote.originChainsOperations.map(({ assetType }) => assetType)
    // Without deposits the call itself stands there, to be signed again.
    const signed = way.deposits.length > 0 ? way.deposits : [chain]
    expect(places).toEqual(signed.map((name) => scene.asset(name, symbol)))
    await desk.executions.accept(quote, { receivedBody: quote })

    const record = await untilTerminal(desk, { quoteId: quote.id })
    expect(record).toMatchObject({ status: 'COMPLETED' })
    expect(await balanceOf(scene.asset('Lagoon', 'USDC'), friend)).toBe(sent)
    // Only what was quoted left the account.
    const paid = quote.originToken.fiatValue.reduce(
      (sum, { amount = '0' }) => sum + BigInt(amount),
      0n,
    )
    const own = way.callType === 'same_chain_exclude_solver' ? sent : 0n
    expect(await balanceOf(held, owner.account.accountAddress)).toBe(way.units - paid - own)
    // The first operation of an EIP-7702 account on a chain delegates it, also one with calls.
    const isFirst = !way.deposits.includes('Lagoon')
    expect(await typeOf(record.destinationChainOperations[0])).toBe(
      kind === 'eip7702' && isFirst ? 'eip7702' : 'eip1559',
    )
  })
})

test('an unlike asset that is drawn from the target chain and from elsewhere too crosses chains and is swapped', async () => {
  const [here, there] = [scene.asset('Lagoon', 'USDT'), scene.asset('Delta', 'USDT')]
  const split = await newOwner([
    [here, (sent * 3n) / 4n],
    [there, (sent * 3n * 10n ** 12n) / 4n],
  ])
  const parts = { calls, signer: split.key }
  const request = transferOf(split, { friend: nobody(), units: sent })
  expect(await calls.prepare(request)).toMatchObject({
    callType: 'cross_chain_with_solver_and_swaps',
  })
  const { originChainsOperations } = await quoteCall(await prepareCall(request, parts), parts)
  expect(new Set(originChainsOperations.map(({ assetType }) => assetType))).toEqual(
    new Set([here, there]),
  )

  // Held in both places, drawn from one: what is drawn decides.
  const whole = await newOwner([
    [here, 30_000_000n],
    [there, 1n * 10n ** 18n],
  ])
  const { callType } = await calls.prepare(transferOf(whole, { friend: nobody(), units: sent }))
  expect(callType).toBe('same_chain_with_solver')
})

test.each([
  ['more than the accounts hold', 60_000_000n, 'INSUFFICIENT_BALANCE'],
  ['more than the solver can deliver', 10n ** 24n, 'INSUFFICIENT_LIQUIDITY'],
])('%s is refused when it is prepared, in both generations', async (_, units, code) => {
  const gift = [scene.asset('Firth', 'USDC'), 50_000_000n] as const
  const owner = await newOwner([gift])
  const { accounts, ...request } = transferOf(owner, { friend: nobody(), units })
  await expect(calls.prepare({ ...request, accounts })).rejects.toMatchObject({ code })
  const { account } = owner
  await expect(calls.prepareV1({ ...request, account })).rejects.toMatchObject({ code })
})

test('what the fees leave too little for is refused when it is prepared', async () => {
  const owner = await newOwner([[scene.asset('Firth', 'USDC'), 50_000_000n]])
  const request = transferOf(owner, { friend: nobody(), units: 50_000_000n })
  await expect(calls.prepare(request)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  const less = transferOf(owner, { friend: nobody(), units: 49_000_000n })
  expect(await calls.prepare(less)).toMatchObject({ callType: 'cross_chain_with_solver' })
})

let made = 0

async function newOwner(
  gifts: readonly (readonly [AssetType, bigint])[],
  kind: Parameters<typeof ownerOf>[1]['kind'] = 'basic',
): Promise<TestOwner> {
  made += 1
  const key = privateKeyToAccount(`0x${(0xca77_0000 + made).toString(16).padStart(64, '0')}`)
  const owner = ownerOf(key, { kind, quotes: desk.service.quotes })
  const wishes = gifts.map(([assetType, amount]) => ({ assetType, amount }))
  await scene.devnet.faucet.give(owner.account.accountAddress, wishes)
  return owner
}

/** An address that holds nothing yet. */
function nobody(): EvmAddress {
  made += 1
  return EvmAddress.parse(`0x${(0xf41e_0000 + made).toString(16).padStart(40, '0')}`)
}

/** Sends USDC of Lagoon to somebody. */
function transferOf(
  { account }: TestOwner,
  { friend: recipient, units }: { friend: EvmAddress; units: bigint },
): PrepareCallQuoteRequest {
  const usdc = scene.asset('Lagoon', 'USDC')
  const { chainId, reference } = splitAssetType(usdc)
  const { to, data } = transferCall(EvmAddress.parse(reference), { recipient, amount: units })
  return {
    accounts: [account],
    targetChain: chainId,
    tokensRequired: [{ assetType: usdc, amount: units.toString() }],
    allowanceRequirements: [],
    calls: [{ to, data, value: '0x0' }],
  }
}

async function balanceOf(assetType: AssetType, holder: EvmAddress): Promise<bigint> {
  const chain = desk.chains.get(splitAssetType(assetType).chainId)
  return (await chain?.readBalance(holder, assetType))?.units ?? 0n
}

/** The type of a landed transaction, as its node tells it. */
async function typeOf(landed: LandedOperation | undefined): Promise<string | undefined> {
  if (!landed) return undefined
  const { client } = scene.devnet.chains.find(({ number }) => number === landed.chainId) ?? {}
  return (await client?.getTransaction({ hash: Hash.parse(landed.hash) }))?.type
}
