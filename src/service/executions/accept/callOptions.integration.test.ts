import { encodeFunctionData, erc20Abi, parseEventLogs } from 'viem'
import { describe, expect, test } from 'vitest'

import { vault4626Abi } from '#contracts/abi/vault4626.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { Hash, type Hex } from '#protocol/ids/hex.ts'
import { prepareCall, signCall } from '#testing/harness/calls.ts'
import { setUpCallHarness } from '#testing/harness/callHarness.ts'
import { getGains } from '#testing/harness/ledger.ts'

const harness = setUpCallHarness({ roles: 'all' })

type Pretence = Omit<NonNullable<PrepareCallQuoteRequest['overrides']>[number], 'address'>

const zero = `0x${'0'.repeat(64)}` as const
const one = `0x${'1'.padStart(64, '0')}` as const

/** A target that reverts, and overrides with which its simulation succeeds or fails. */
const ways: { what: string; code: Hex; passes: Pretence; fails: Pretence }[] = [
  {
    what: 'its balance',
    // Reverts if its balance is 0.
    code: '0x476007575f5ffd5b00',
    passes: { balance: '0x1' },
    fails: { balance: '0x0' },
  },
  { what: 'its code', code: '0x5f5ffd', passes: { code: '0x00' }, fails: { code: '0x5f5ffd' } },
  {
    what: 'a word of its storage',
    // Reverts if its first storage slot is 0.
    code: '0x5f546008575f5ffd5b00',
    passes: { stateDiff: { [zero]: one } },
    fails: { stateDiff: { [one]: one } },
  },
]

describe.each(ways)('to pretend $what', ({ code, passes, fails }) => {
  test('changes what the trial of a call finds, and nothing that comes after', async () => {
    const last = await harness.callTo(code)
    function pretending(pretence?: Pretence) {
      const overrides = pretence && [{ address: last.to, ...pretence }]
      return harness.transferRequest({ last, ...(overrides && { overrides }) })
    }
    const refused = { code: 'SIMULATION_FAILED' }
    await expect(prepareCall(pretending(), harness.signing)).rejects.toMatchObject(refused)
    await expect(prepareCall(pretending(fails), harness.signing)).rejects.toMatchObject(refused)
    const before = await harness.holdings()
    const { quote } = await signCall(pretending(passes), harness.signing)
    await harness.accept(quote)

    const record = await harness.waitForEnd(quote)

    expect(record).toMatchObject({ status: 'REFUNDED', destinationChainOperations: [] })
    expect(await harness.signedActions(quote)).not.toContain('fill')
    expect(getGains(before, await harness.holdings())).toEqual({})
  })
})

test('a call that may not be made yet is made at its time, not before', async () => {
  const last = await harness.callTo('0x00')
  const { timestamp } = await harness.lagoon.client.getBlock()
  const validAfter = timestamp + 12n
  const fields = { last, validAfter: validAfter.toString() }
  const { quote } = await signCall(harness.transferRequest(fields), harness.signing)
  await harness.accept(quote)
  await harness.untilLent()
  expect((await harness.lagoon.client.getBlock()).timestamp).toBeLessThan(validAfter)

  const record = await harness.waitForEnd(quote)

  expect(record).toMatchObject({ status: 'COMPLETED' })
  const [made] = record.destinationChainOperations
  if (!made) throw new Error('Nothing was made.')
  const hash = Hash.parse(made.hash)
  const { blockNumber } = await harness.lagoon.client.getTransactionReceipt({ hash })
  const { timestamp: madeAt } = await harness.lagoon.client.getBlock({ blockNumber })
  expect(madeAt).toBeGreaterThanOrEqual(validAfter)
})

test('an allowance is what was asked for, no more, and what a call leaves of it is taken back', async () => {
  const { vault, usdc } = devnetAddresses
  const { client } = harness.lagoon
  const owner = harness.account.address
  const args = [10_000_000n, owner] as const
  const data = encodeFunctionData({ abi: vault4626Abi, functionName: 'deposit', args })
  const needed = { assetType: harness.usdc.lagoon, amount: '25000000' }
  const { quote } = await signCall(
    {
      ...harness.transferRequest(),
      calls: [{ to: vault, data, value: '0x0' }],
      tokensRequired: [needed],
      allowanceRequirements: [{ ...needed, spender: vault }],
    },
    harness.signing,
  )
  await harness.accept(quote)

  const record = await harness.waitForEnd(quote)

  expect(record).toMatchObject({ status: 'COMPLETED' })
  const hash = Hash.parse(record.destinationChainOperations[0]?.hash)
  const { logs } = await client.getTransactionReceipt({ hash })
  const given = parseEventLogs({ abi: erc20Abi, eventName: 'Approval', args: { owner }, logs })
  expect(given.map((log) => [log.args.spender, log.args.value])).toEqual([
    [vault, 25_000_000n],
    [vault, 0n],
  ])
  const left = { abi: erc20Abi, functionName: 'allowance', args: [owner, vault] } as const
  expect(await client.readContract({ address: usdc, ...left })).toBe(0n)
})
