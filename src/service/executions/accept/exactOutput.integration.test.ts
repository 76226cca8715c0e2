import { expect, test } from 'vitest'

import { type AssetId, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { setUpHarness } from '#testing/harness/harness.ts'
import { signByOwners, type TestOwner } from '#testing/harness/kinds.ts'
import { getGains, getPromisedEach, readBalances } from '#testing/harness/ledger.ts'

const harness = setUpHarness({ isStarted: true })
const { asset, execute, newOwner } = harness

const recipient = EvmAddress.parse('0x00000000000000000000000000000000000f41e6')

/** Deliveries in 6, 8 and 18 decimals, each paid from several chains or one. */
const deliveries = [
  { to: ['Delta', 'USDT'], amount: 33_000_000_000_000_000_001n, from: 'agg:usdt' },
  { to: ['Firth', 'WBTC'], amount: 12_345n, from: 'agg:usdt' },
  { to: ['Lagoon', 'USDC'], amount: 41_000_001n, from: 'agg:usdt' },
  { to: ['Firth', 'USDT'], amount: 1_000_003n, from: ['Firth', 'USDT'] },
] as const

test.each(deliveries)(
  'the recipient gets exactly $amount of $to, and all balances add up to the smallest unit',
  async ({ to: [chain, symbol], amount, from }) => {
    const owners = [
      await newOwner('roleBased', [['Firth', 'USDT', 25_000_001n]]),
      await newOwner('basic', [['Lagoon', 'USDT', 25_000_003n]]),
    ]
    const to = asset(chain, symbol)
    const fromId = typeof from === 'string' ? from : asset(...from)
    const quote = await getExactQuote(owners, { from: fromId, to, amount })
    const { destinationToken: token, originToken, originChainsOperations: operations } = quote
    expect([token.amount, token.minimumAmount]).toEqual([`${amount}`, `${amount}`])

    const { roles, chains } = harness.network
    const contracts = chains.flatMap((one) => (one.kind === 'evm' ? [one.contracts] : []))
    const holders = [
      ...owners.map(({ account }) => EvmAddress.parse(account.accountAddress)),
      recipient,
      roles.solver,
      roles.payee,
      roles.feeReceiver,
      ...contracts.slice(0, 1).flatMap((one) => [one.originEscrow, one.destinationSettler]),
    ]
    const assets = [...new Set([...operations.map(({ assetType }) => assetType), to])]
    const before = await readBalances(harness.services, { holders, assets })
    const signed = await signByOwners(quote, { owners, network: harness.network })
    expect(await execute(signed)).toMatchObject({ status: 'COMPLETED' })
    const gains = getGains(before, await readBalances(harness.services, { holders, assets }))

    const isDirect = operations.every((one) => one.assetType === to)
    expect(gains).toEqual(isDirect ? getTransferred(quote) : getPromisedEach(quote, harness))
    expect(gains[`${recipient.toLowerCase()} ${to}`]).toBe(amount)
    const paid = originToken.fiatValue.reduce((sum, one) => sum + BigInt(one.amount ?? 0), 0n)
    expect(paid).toBe(BigInt(originToken.amount))
  },
)

test('what is held does not cover is refused before anything is signed', async () => {
  const owner = await newOwner('roleBased', [['Firth', 'USDT', 5_000_000n]])
  const asked = { from: asset('Firth', 'USDT'), to: asset('Lagoon', 'USDT'), amount: 5_000_000n }
  await expect(getExactQuote([owner], asked)).rejects.toMatchObject({
    code: 'INSUFFICIENT_BALANCE',
  })
  const less = await getExactQuote([owner], { ...asked, amount: 4_900_000n })
  expect(BigInt(less.originToken.amount)).toBeLessThanOrEqual(5_000_000n)
})

/** Expected gains of a transfer on its own chain: what leaves the account, the fee, the rest. */
function getTransferred({ originChainsOperations, originToken, fees }: Quote) {
  const [operation] = originChainsOperations
  if (!operation || !isEvmOperation(operation)) throw new Error('Expected one EVM operation.')
  const { assetType } = operation
  const fee = BigInt(fees?.assets[assetType] ?? 0)
  const paid = BigInt(originToken.amount)
  return {
    [`${operation.userOp.sender.toLowerCase()} ${assetType}`]: -paid,
    [`${recipient.toLowerCase()} ${assetType}`]: paid - fee,
    [`${harness.network.roles.feeReceiver.toLowerCase()} ${assetType}`]: fee,
  }
}

function getExactQuote(
  owners: readonly TestOwner[],
  asked: { from: AssetId; to: ReturnType<typeof asset>; amount: bigint },
): Promise<Quote> {
  return harness.services.service.quotes.quoteV3({
    from: { accounts: owners.map(({ account }) => account), asset: { assetId: asked.from } },
    to: {
      asset: { assetId: asked.to },
      account: `${splitAssetType(asked.to).chainId}:${recipient}`,
      amount: `${asked.amount}`,
    },
  })
}
