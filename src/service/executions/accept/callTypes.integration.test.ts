import { beforeAll, expect, test } from 'vitest'

import { buildTransferCall } from '#chains/evm/operation/accountCalls.ts'
import type { CallType, PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { Hash } from '#protocol/ids/hex.ts'
import type { LandedOperation } from '#protocol/status/status.ts'
import type { CallQuotes } from '../../quotes/calls/callQuotes.ts'
import { isCampaign } from '#testing/campaign.ts'
import { composeCalls, prepareCall, quoteCall } from '#testing/harness/calls.ts'
import { waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { signByOwners, signOperation, type TestOwner } from '#testing/harness/kinds.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const harness = setUpHarness({ isStarted: true })
const { accept, asset, balanceOf, getNode, newOwner } = harness
let calls: CallQuotes

beforeAll(() => {
  calls = composeCalls(harness.services, {
    network: harness.network,
    storage: harness.database.storage,
  })
})

/** USDC on Lagoon that every call sends, in the smallest unit. */
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

/** Of those that a deposit pays, one for each kind of account and of call in `npm test`. */
const cases = (['roleBased', 'basic', 'eip7702'] as const).flatMap((kind, row) =>
  ways.flatMap((way, column) =>
    isCampaign || column === 0 || column === row + 1 ? [{ kind, ...way }] : [],
  ),
)
test.each(cases)(
  '$callType for a new $kind account: paid with what is held of $holds, it is made',
  async ({ kind, ...way }) => {
    const [chain, symbol] = way.holds
    const held = asset(chain, symbol)
    const owner = await newOwner(kind, [[chain, symbol, way.units]])
    const friend = nobody()

    const prepared = await calls.prepare(getTransfer(owner, { friend, units: sent }))
    expect(prepared.callType).toBe(way.callType)
    const signing = { owners: [owner], network: harness.network }
    const { accounts, tamperProofSignature } = prepared
    const chainOperation = await signOperation(prepared.chainOperation, signing)
    const request = { accounts, tamperProofSignature, chainOperation }
    const quote = await signByOwners(await calls.quote(request, request), signing)
    const places = quote.originChainsOperations.map(({ assetType }) => assetType)
    // Without deposits the call itself stands there, to be signed again.
    const signed = way.deposits.length > 0 ? way.deposits : [chain]
    expect(places).toEqual(signed.map((name) => asset(name, symbol)))
    await accept(quote)

    const record = await waitUntilTerminal(harness.services, { quoteId: quote.id })
    expect(record).toMatchObject({ status: 'COMPLETED' })
    expect(await balanceOf(asset('Lagoon', 'USDC'), friend)).toBe(sent)
    // Only what was quoted left the account.
    const paid = quote.originToken.fiatValue.reduce(
      (sum, { amount = '0' }) => sum + BigInt(amount),
      0n,
    )
    expect(await balanceOf(held, owner.account.accountAddress)).toBe(way.units - paid)
    // The first operation of an EIP-7702 account on a chain delegates it, also one with calls.
    const isFirst = !way.deposits.includes('Lagoon')
    expect(await readType(record.destinationChainOperations[0])).toBe(
      kind === 'eip7702' && isFirst ? 'eip7702' : 'eip1559',
    )
  },
)

test('an unlike asset that is drawn from the target chain and from elsewhere too crosses chains and is swapped', async () => {
  const [here, there] = [asset('Lagoon', 'USDT'), asset('Delta', 'USDT')]
  const split = await newOwner('basic', [
    ['Lagoon', 'USDT', (sent * 3n) / 4n],
    ['Delta', 'USDT', (sent * 3n * 10n ** 12n) / 4n],
  ])
  const parts = { calls, signer: split.key }
  const request = getTransfer(split, { friend: nobody(), units: sent })
  expect(await calls.prepare(request)).toMatchObject({
    callType: 'cross_chain_with_solver_and_swaps',
  })
  const { originChainsOperations } = await quoteCall(await prepareCall(request, parts), parts)
  expect(new Set(originChainsOperations.map(({ assetType }) => assetType))).toEqual(
    new Set([here, there]),
  )

  // Held on both chains and paid from one: the funding leg decides.
  const whole = await newOwner('basic', [
    ['Lagoon', 'USDT', 30_000_000n],
    ['Delta', 'USDT', 1n * 10n ** 18n],
  ])
  const { callType } = await calls.prepare(getTransfer(whole, { friend: nobody(), units: sent }))
  expect(callType).toBe('same_chain_with_solver')
})

test.each([
  ['more than the accounts hold', 60_000_000n, 'INSUFFICIENT_BALANCE'],
  ['more than the solver can deliver', 10n ** 24n, 'INSUFFICIENT_LIQUIDITY'],
])('%s is refused when it is prepared, in both generations', async (_, units, code) => {
  const owner = await newOwner('basic', [['Firth', 'USDC', 50_000_000n]])
  const { accounts, ...request } = getTransfer(owner, { friend: nobody(), units })
  await expect(calls.prepare({ ...request, accounts })).rejects.toMatchObject({ code })
  const { account } = owner
  await expect(calls.prepareV1({ ...request, account })).rejects.toMatchObject({ code })
})

test('what the fees leave too little for is refused when it is prepared', async () => {
  const owner = await newOwner('basic', [['Firth', 'USDC', 50_000_000n]])
  const request = getTransfer(owner, { friend: nobody(), units: 50_000_000n })
  await expect(calls.prepare(request)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  const less = getTransfer(owner, { friend: nobody(), units: 49_000_000n })
  expect(await calls.prepare(less)).toMatchObject({ callType: 'cross_chain_with_solver' })
})

let made = 0

/** An address that holds nothing yet. */
function nobody(): EvmAddress {
  made += 1
  return EvmAddress.parse(`0x${(0xf41e_0000 + made).toString(16).padStart(40, '0')}`)
}

/** A call that sends USDC on Lagoon. */
function getTransfer(
  { account }: TestOwner,
  { friend: recipient, units }: { friend: EvmAddress; units: bigint },
): PrepareCallQuoteRequest {
  const usdc = asset('Lagoon', 'USDC')
  const { chainId, reference } = splitAssetType(usdc)
  const { to, data } = buildTransferCall(EvmAddress.parse(reference), { recipient, amount: units })
  return {
    accounts: [account],
    targetChain: chainId,
    tokensRequired: [{ assetType: usdc, amount: units.toString() }],
    allowanceRequirements: [],
    calls: [{ to, data, value: '0x0' }],
  }
}

/** The type of a landed transaction, as its node tells it. */
async function readType(landed: LandedOperation | undefined): Promise<string | undefined> {
  if (!landed) return undefined
  const { client } = getNode(`eip155:${landed.chainId}`)
  return (await client.getTransaction({ hash: Hash.parse(landed.hash) })).type
}
