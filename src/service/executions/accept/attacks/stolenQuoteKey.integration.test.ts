import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'

import type { Network } from '#networks/network.ts'
import { type AssetType, type EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { ErrorCode } from '#protocol/status/errors.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { defaultRates, type QuoteRates } from '../../../quotes/pricing/rates.ts'
import { parseExecutionPlan } from '../../plan/parseExecutionPlan.ts'
import { signQuote } from '#testing/harness/composeServices.ts'
import { forgeQuotes, resignQuote } from '#testing/attacks/forgery.ts'
import { readBalancesAround, getGains } from '#testing/harness/ledger.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const accomplice: EvmAddress = '0x0000000000000000000000000000000000007e1f'

const harness = setUpHarness({
  funds: [
    ['Firth', 'USDC', 900_000_000n],
    ['Firth', 'WETH', 10n ** 18n],
  ],
  isStarted: true,
})
const { accept, asset, execute, fund, owner: attacker } = harness

type Way = 'deposit' | 'transfer' | 'swap'

/** A deposit is delivered on another chain; a transfer or a swap stays on one chain. */
function getAssets(way: Way): { from: AssetType; to: AssetType } {
  const from = asset('Firth', 'USDC')
  if (way === 'deposit') return { from, to: asset('Delta', 'USDC') }
  return { from, to: way === 'transfer' ? from : asset('Firth', 'WETH') }
}

type Forging = {
  way?: Way
  to?: AssetType
  networkOf?: (network: Network) => Network
  rates?: QuoteRates
  clock?: () => number
}

/** A quote written and signed by the attacker, with the stolen quote key. */
async function forged({ way = 'deposit', networkOf = same, ...given }: Forging): Promise<Quote> {
  const { quotes } = forgeQuotes(networkOf(harness.network), given)
  const { from, to } = { ...getAssets(way), ...(given.to && { to: given.to }) }
  const { chainId } = splitAssetType(to)
  const recipient = { account: `${chainId}:${accomplice}` }
  return signQuote(
    await quotes.quoteV3({
      from: { accounts: [harness.account], asset: { assetId: from }, amount: '10000000' },
      to: { asset: { assetId: to }, ...(way === 'transfer' && recipient) },
    }),
    attacker,
  )
}

function same(network: Network): Network {
  return network
}

function withRoles(roles: Partial<Network['roles']>) {
  return (network: Network): Network => ({ ...network, roles: { ...network.roles, ...roles } })
}

function withDeadlines(deadlines: Partial<Network['deadlines']>) {
  return (network: Network): Network => ({
    ...network,
    deadlines: { ...network.deadlines, ...deadlines },
  })
}

function inFiveMinutes(): number {
  return Date.now() + 300_000
}

/** Expects an error that names the field, nothing stored and unchanged balances. */
async function expectRefused(
  quote: Quote,
  refusal: { code: ErrorCode; message?: unknown; issues?: { path: string }[] },
): Promise<void> {
  const before = await readBalancesAround(harness, quote)
  await expect(accept(quote)).rejects.toMatchObject(refusal)
  expect(await harness.services.executions.status(quote.id)).toEqual({})
  for (const table of ['executions', 'legs', 'steps', 'transactions', 'reservations'])
    expect(await readRows(table, quote)).toEqual([])
  expect(getGains(before, await readBalancesAround(harness, quote))).toEqual({})
}

async function readRows(table: string, { id }: Quote) {
  return harness.database.storage.query(`select 1 from ${table} where quote_id = $1`, [id])
}

const callData = [{ path: 'originChainsOperations.0.userOp.callData' }]

describe('A quote sealed with the stolen key', () => {
  test.each<[string, Forging, string]>([
    ['pays the deposit to the thief', { networkOf: withRoles({ payee: accomplice }) }, 'payee'],
    [
      'pays the fee of a deposit to the thief',
      { networkOf: withRoles({ feeReceiver: accomplice }) },
      'feeReceiver',
    ],
    [
      'pays the fee of a transfer to the thief',
      { way: 'transfer', networkOf: withRoles({ feeReceiver: accomplice }) },
      'nothing was expected',
    ],
    [
      'pays the fee of a swap to the thief',
      { way: 'swap', networkOf: withRoles({ feeReceiver: accomplice }) },
      'nothing was expected',
    ],
    [
      'lets the deposit be refunded while it is delivered',
      { networkOf: withDeadlines({ refundSeconds: 301 }) },
      'refundAfter',
    ],
    [
      'keeps the deposit for long',
      { networkOf: withDeadlines({ refundSeconds: 3_600 }) },
      'refundAfter',
    ],
    [
      'leaves more time to deposit and to deliver',
      { networkOf: withDeadlines({ depositSeconds: 420, fillSeconds: 600 }) },
      'validUntil',
    ],
  ])('and that %s is refused', async (_, forging, field) => {
    await expectRefused(await forged(forging), {
      code: 'QUOTE_TAMPERED',
      message: expect.stringContaining(field),
      issues: callData,
    })
  })

  test('and that begins later than now is refused: it would be an option for free', async () => {
    const later = await forged({ clock: inFiveMinutes })
    await expectRefused(later, {
      code: 'QUOTE_TAMPERED',
      issues: [{ path: 'expirationTimestamp' }],
    })
  })

  test('and that lives for longer than quotes do is refused', async () => {
    const long = await forged({ networkOf: withDeadlines({ quoteSeconds: 110 }) })
    await expectRefused(long, { code: 'QUOTE_TAMPERED' })
  })

  test.each<[Way]>([['deposit'], ['transfer'], ['swap']])(
    'and that pays nothing for the gas of a %s is refused',
    async (way) => {
      const rates = { ...defaultRates, gasMarkupBps: -10_000n, solverSpreadBps: 0n }
      await expectRefused(await forged({ way, rates }), {
        code: 'PRICE_UNAVAILABLE',
        message: expect.stringContaining('gas'),
      })
    },
  )

  test('and that promises more than it takes is refused', async () => {
    const feed = harness.network.aggregates[0]?.members[0]?.feed
    const quote = await forged({
      to: asset('Delta', 'WETH'),
      networkOf: (network) => ({
        ...network,
        // An ether for a dollar.
        aggregates: network.aggregates.map((aggregate) => ({
          ...aggregate,
          members: aggregate.members.map(({ secondFeed: _none, ...member }) => ({
            ...member,
            feed: feed ?? member.feed,
          })),
        })),
      }),
    })
    await expectRefused(quote, { code: 'PRICE_UNAVAILABLE' })
  })

  test('and that names a session key as the admin is refused', async () => {
    const admin = privateKeyToAccount(`0x${'ad'.repeat(32)}`)
    const keys = { sessionAddress: attacker.address, adminAddress: admin.address }
    const { predictedAddress } = harness.services.service.quotes.predictAddress(keys)
    await fund(predictedAddress, [['Firth', 'USDC', 20_000_000n]])
    const victim = { ...keys, accountAddress: predictedAddress }
    const { from, to } = getAssets('deposit')
    const recipient = `${splitAssetType(to).chainId}:${accomplice}`
    const quote = await harness.services.service.quotes.quoteV3({
      from: { accounts: [victim], asset: { assetId: from }, amount: '10000000' },
      to: { asset: { assetId: to }, account: recipient },
    })
    const posing = { ...victim, adminAddress: attacker.address }
    const sealed = resignQuote({ ...quote, accounts: [posing] }, harness.network)
    await expectRefused(await signQuote(sealed, attacker), {
      code: 'ADDRESS_MISMATCH',
      issues: [{ path: 'accounts.0.accountAddress' }],
    })
  })

  test.each<[string, Partial<Forging>]>([
    ['pays the thief', { networkOf: withRoles({ payee: accomplice }) }],
    ['can be refunded early', { networkOf: withDeadlines({ refundSeconds: 301 }) }],
  ])('and whose order %s is no request for an attestor either', async (_, forging) => {
    for (const [quote, why] of [
      [await forged(forging), 'The request does not fit together.'],
      [await forged({}), 'The order is none.'],
    ] as const) {
      const { network } = harness
      const [leg] = parseExecutionPlan(quote, { network, chains: harness.services.chains }).legs
      const orderHash = leg?.orderHash ?? '0x'
      const request = { quote, leg: 0 }
      expect(
        await harness.services.attestor.attest({ verdict: 'Filled', request, orderHash }),
      ).toMatchObject({
        why,
      })
    }
  })

  test('and that says what the service would say is executed: the key itself is no reason', async () => {
    for (const way of ['deposit', 'transfer', 'swap'] as const) {
      const quote = await forged({ way })
      expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
    }
  })
})
