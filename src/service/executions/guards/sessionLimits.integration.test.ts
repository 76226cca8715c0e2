import { encodeFunctionData } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'

import { vault4626Abi } from '#contracts/abi/vault4626.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { AllowSessionRequest } from '#protocol/accounts/session.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { type TestServices, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { setUpHarness } from '#testing/harness/harness.ts'
import {
  type CallWish,
  getAddress,
  admin,
  createSessionOwners,
  noMore,
  getRoleAccount,
  shop,
} from '#testing/harness/sessions.ts'

const harness = setUpHarness()
const { createServices } = harness
const owners = createSessionOwners(harness, () => services)
/** Accepts quotes; executes them only if a test starts it. */
let services: TestServices

beforeEach(() => {
  services = createServices()
})

describe('A session key of which nobody said anything', () => {
  test('pays others and makes calls, as the interface describes it', async () => {
    const owner = await owners.funded()
    await services.start()
    const quote = await owners.signed({ owner, own: [], recipient: shop })
    await owners.accept(quote)
    const call = await owners.callQuote(owner)
    await owners.accept(call)
    for (const { id: quoteId } of [quote, call])
      expect(await waitUntilTerminal(services, { quoteId })).toMatchObject({ status: 'COMPLETED' })
    await services.stop()
  })

  test('is narrowed by its admin with one statement', async () => {
    const owner = await owners.funded()
    await owners.allow(owner, noMore)
    await expect(
      owners.accept(await owners.signed({ owner, own: [], recipient: shop })),
    ).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [{ message: expect.stringContaining('may not pay') }],
    })
    await expect(owners.callQuote(owner)).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' })
  })
})

describe('A session key with limits', () => {
  test('signs for so much in a day, whoever gets it, and what was given back does not count', async () => {
    const owner = await owners.funded()
    await owners.allow(owner, { paysOthers: true, makesCalls: false, maxUsdPerDay: '7.5' })
    const [first, second, third] = [
      await owners.signed({ owner, own: [], recipient: shop }),
      await owners.signed({ owner, own: [], recipient: getAddress(owner) }),
      await owners.signed({ owner, own: [], recipient: shop }),
    ]
    await owners.accept(first)
    await owners.accept(second)
    await expect(owners.accept(third)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [
        {
          path: 'originChainsOperations.0.userOp.signature',
          message: expect.stringMatching(
            /may sign for 7\.50 USD within 24 hours: it has signed for 6\./,
          ),
        },
      ],
    })
    await owners.accept(
      await owners.signed({ owner: { ...owner, key: admin }, own: [], recipient: shop }),
    )
    await harness.database.storage.query(
      `update executions set status = 'REFUNDED' where quote_id = $1`,
      [first.id],
    )
    await owners.accept(third)
  })

  test('that is signed at once many times signs for no more', async () => {
    const owner = await owners.funded()
    await owners.allow(owner, { paysOthers: true, makesCalls: false, maxUsdPerDay: '7.5' })
    const quotes = []
    for (let index = 0; index < 6; index += 1)
      quotes.push(await owners.signed({ owner, own: [], recipient: shop }))
    const answers = await Promise.allSettled(quotes.map(owners.accept))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  test('calls and approves what the admin named, and nothing else', async () => {
    const owner = await owners.funded()
    const policy = { paysOthers: false, makesCalls: true, maxUsdPerDay: '50' }
    await owners.allow(owner, { ...policy, targets: [devnetAddresses.usdt] })
    await expect(owners.callQuote(owner)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [
        {
          path: 'chainOperation.userOp.signature',
          message: expect.stringContaining(`may not call or approve ${devnetAddresses.usdc}`),
        },
      ],
    })
    await owners.allow(owner, { ...policy, targets: [devnetAddresses.usdc] }, 90n)
    await owners.accept(await owners.callQuote(owner))
  })

  test('that name recipients takes no Solana account as its own that is not among them', async () => {
    const owner = await owners.funded()
    const guard = services.sessionGuard
    const [own, other] = [
      'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW',
      '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi',
    ]
    async function pays(recipient: string): Promise<string | undefined> {
      const accounts = [owner.account, { type: 'solana', accountAddress: recipient }]
      return guard.findError(getRoleAccount(owner), { accounts, recipient, makesCalls: false })
    }
    await owners.allow(owner, noMore)
    expect(await pays(other)).toBeUndefined()
    await owners.allow(owner, { ...noMore, recipients: [own] }, 90n)
    expect(await pays(own)).toBeUndefined()
    expect(await pays(other)).toContain('may not pay')
  })

  test('of a day hold no calls to any contract, so that such a statement is refused', () => {
    const policy = { paysOthers: true, makesCalls: true, maxUsdPerDay: '5' }
    const { error } = AllowSessionRequest.shape.policy.safeParse(policy)
    expect(error?.issues).toMatchObject([{ path: ['targets'] }])
  })
})

describe('The limit of a day for calls', () => {
  const { usdc, vault } = devnetAddresses
  const policy = { paysOthers: false, makesCalls: true, maxUsdPerDay: '10', targets: [vault, usdc] }

  /** Deposits of the account's USDC, of which the request declares nothing. */
  function deposit(units: bigint, receiver: EvmAddress): CallWish {
    const assetType = owners.asset('Lagoon', 'USDC')
    const args = [units, receiver] as const
    const data = encodeFunctionData({ abi: vault4626Abi, functionName: 'deposit', args })
    return {
      calls: [{ to: vault, data }],
      allowanceRequirements: [{ assetType, spender: vault, amount: units.toString() }],
    }
  }

  async function sharesOf(address: EvmAddress): Promise<bigint> {
    const functionName = 'balanceOf'
    const { client } = harness.getNode('Lagoon')
    return client.readContract({ address: vault, abi: vault4626Abi, functionName, args: [address] })
  }

  test('counts what their simulation takes, not what the request declares', async () => {
    const owner = await owners.funded()
    await owners.allow(owner, policy)
    await expect(
      owners.accept(await owners.callQuote(owner, deposit(19_000_000n, shop))),
    ).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [{ message: expect.stringMatching(/may sign for 10\.00 USD .* this is 19\./) }],
    })
    await services.start()
    const own = await owners.callQuote(owner, deposit(6_000_000n, getAddress(owner)))
    await owners.accept(own)
    expect(await waitUntilTerminal(services, { quoteId: own.id })).toMatchObject({
      status: 'COMPLETED',
    })
    await services.stop()
    await expect(
      owners.accept(await owners.callQuote(owner, deposit(6_000_000n, getAddress(owner)))),
    ).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' })

    const shares = await sharesOf(getAddress(owner))
    expect(shares).toBeGreaterThan(0n)
    const args = [shares, shop, getAddress(owner)] as const
    const data = encodeFunctionData({ abi: vault4626Abi, functionName: 'redeem', args })
    await expect(
      owners.accept(await owners.callQuote(owner, { calls: [{ to: vault, data }] })),
      'Shares have no price.',
    ).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [{ message: expect.stringContaining(`erc20:${vault}`) }],
    })
  })

  /** Takes nothing when it is tried, but as much gas: MLOAD far out, then returns 1. */
  const overrides = [{ address: vault, code: '0x62060000515060015f5260205ff3' }] as const

  test('counts what contracts could take, whatever they take when they are tried', async () => {
    const owner = await owners.funded()
    await owners.allow(owner, policy)
    const quote = await owners.callQuote(owner, {
      ...deposit(19_000_000n, shop),
      overrides: [...overrides],
    })
    await expect(owners.accept(quote)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [{ message: expect.stringMatching(/may sign for 10\.00 USD .* this is 19\./) }],
    })
  })

  test('holds what is co-signed, whatever the account held when the calls were prepared', async () => {
    const owner = await owners.funded(5_000_000n)
    await owners.allow(owner, policy)
    const quote = await owners.callQuote(owner, {
      ...deposit(19_000_000n, shop),
      overrides: [...overrides],
    })
    const assetType = owners.asset('Lagoon', 'USDC')
    await harness.devnet.faucet.send(getAddress(owner), [{ assetType, amount: 20_000_000n }])
    await owners.accept(quote)
    await services.start()
    const record = await waitUntilTerminal(services, { quoteId: quote.id })
    await services.stop()
    expect(record).toMatchObject({ failReason: 'INVALID_SIGNATURE' })
    expect(record.status).not.toBe('COMPLETED')
    expect(await sharesOf(shop)).toBe(0n)
  })
})
