import { encodeFunctionData, erc20Abi, parseEventLogs } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { vault4626Abi } from '#contracts/abi/vault4626.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { Hash, type Hex } from '#protocol/ids/hex.ts'
import { prepareCall, signCall } from '#testing/harness/calls.ts'
import { type CallScene, startCallScene } from '#testing/harness/callScene.ts'
import { gains } from '#testing/harness/ledger.ts'

let scene: CallScene

beforeAll(async () => {
  scene = await startCallScene()
  await scene.desk.start()
})

afterAll(() => scene.stop())

type Pretence = Omit<NonNullable<PrepareCallQuoteRequest['overrides']>[number], 'address'>

const zero = `0x${'0'.repeat(64)}` as const
const one = `0x${'1'.padStart(64, '0')}` as const

/** A target that reverts as it is, and what lets a call to it pass while it is only tried. */
const ways: { what: string; code: Hex; passes: Pretence; fails: Pretence }[] = [
  {
    what: 'its balance',
    // Reverts where it holds no coins.
    code: '0x476007575f5ffd5b00',
    passes: { balance: '0x1' },
    fails: { balance: '0x0' },
  },
  { what: 'its code', code: '0x5f5ffd', passes: { code: '0x00' }, fails: { code: '0x5f5ffd' } },
  {
    what: 'a word of its storage',
    // Reverts where its first word is 0.
    code: '0x5f546008575f5ffd5b00',
    passes: { stateDiff: { [zero]: one } },
    fails: { stateDiff: { [one]: one } },
  },
]

describe.each(ways)('to pretend $what', ({ code, passes, fails }) => {
  test('changes what the trial of a call finds, and nothing that comes after', async () => {
    const last = await scene.callTo(code)
    function pretending(pretence?: Pretence) {
      const overrides = pretence && [{ address: last.to, ...pretence }]
      return scene.friendly({ last, ...(overrides && { overrides }) })
    }
    const refused = { code: 'SIMULATION_FAILED' }
    await expect(prepareCall(pretending(), scene.parts)).rejects.toMatchObject(refused)
    await expect(prepareCall(pretending(fails), scene.parts)).rejects.toMatchObject(refused)
    const before = await scene.holdings()
    const { quote } = await signCall(pretending(passes), scene.parts)
    await scene.accept(quote)

    const record = await scene.end(quote)

    expect(record).toMatchObject({ status: 'REFUNDED', destinationChainOperations: [] })
    expect(await scene.signed(quote)).not.toContain('fill')
    expect(gains(before, await scene.holdings())).toEqual({})
  })
})

test('a call that may not be made yet is made at its time, not before', async () => {
  const last = await scene.callTo('0x00')
  const { timestamp } = await scene.lagoon.client.getBlock()
  const validAfter = timestamp + 12n
  const fields = { last, validAfter: validAfter.toString() }
  const { quote } = await signCall(scene.friendly(fields), scene.parts)
  await scene.accept(quote)
  await scene.untilLent()
  expect((await scene.lagoon.client.getBlock()).timestamp).toBeLessThan(validAfter)

  const record = await scene.end(quote)

  expect(record).toMatchObject({ status: 'COMPLETED' })
  const [made] = record.destinationChainOperations
  if (!made) throw new Error('Nothing was made.')
  const hash = Hash.parse(made.hash)
  const { blockNumber } = await scene.lagoon.client.getTransactionReceipt({ hash })
  const { timestamp: madeAt } = await scene.lagoon.client.getBlock({ blockNumber })
  expect(madeAt).toBeGreaterThanOrEqual(validAfter)
})

test('an allowance is what was asked for, no more, and what a call leaves of it is taken back', async () => {
  const { vault, usdc } = devnetAddresses
  const { client } = scene.lagoon
  const owner = scene.account.address
  const args = [10_000_000n, owner] as const
  const data = encodeFunctionData({ abi: vault4626Abi, functionName: 'deposit', args })
  const needed = { assetType: scene.usdc.lagoon, amount: '25000000' }
  const { quote } = await signCall(
    {
      ...scene.friendly(),
      calls: [{ to: vault, data, value: '0x0' }],
      tokensRequired: [needed],
      allowanceRequirements: [{ ...needed, spender: vault }],
    },
    scene.parts,
  )
  await scene.accept(quote)

  const record = await scene.end(quote)

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
