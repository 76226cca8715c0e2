import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type FailReason, failReasons } from '#protocol/status/failReason.ts'
import { isCampaign, pickEveryNth } from '#testing/campaign.ts'
import { ownCases } from '#testing/failures/failureCauses.ts'
import { solanaCauses, type SolanaFailReason } from '#testing/failures/solanaCauses.ts'
import { familyCases, buildFamilyCase } from '#testing/failures/failureFamilies.ts'
import {
  type FailureHarness,
  type FaultCase,
  startFailureHarness,
} from '#testing/failures/failures.ts'

/** Why no execution at all ends with the rest, and what reaches them instead. */
const unmet = {
  REVERSE_SWAP_FAILED:
    'nothing is swapped on the way back: escrows return what was deposited; by decoding only',
} as const satisfies Partial<Record<FailReason, string>>

/** What only Solana knows, rent and token accounts: `failReasonsOnSolana` ends executions with them. */
const onSolana: Record<SolanaFailReason, { cause: string }> = solanaCauses

/** Each of the 45 stands in one of the four: with one left out this does not compile. */
const causes: Record<FailReason, { cause: string } | string> = {
  ...ownCases,
  ...familyCases,
  ...onSolana,
  ...unmet,
}

/** What executions ended with. */
const ended = new Set<string>()

let harness: FailureHarness
beforeAll(async () => {
  harness = await startFailureHarness()
})
afterAll(async () => {
  mkdirSync('.cache', { recursive: true })
  writeFileSync('.cache/fail-reasons.md', getTable())
  await harness.stop()
})

describe('an execution whose user loses nothing ends REFUNDED', () => {
  // `failReasons.test.ts` reads all of them. In `npm test` executions end with each form that the data has: odd
  // bytes, words, a panic, an error without values, one with.
  test.concurrent.each(pickEveryNth(getRows(familyCases), 5))(
    'with $reason: $cause',
    async ({ reason, data }) => {
      await expectEnd(await buildFamilyCase(harness, { data }), reason)
    },
  )
})

describe('an execution that reverts on the chain, after it was tried, ends REFUNDED', () => {
  test.each([
    ['MISSING_REVERT_DATA', '0x'],
    ['MARKETPLACE_INEXACT_FRACTION', familyCases.MARKETPLACE_INEXACT_FRACTION.data],
    ['DOUBLE_SPEND', familyCases.DOUBLE_SPEND.data],
  ] as const)('with %s', async (reason, data) => {
    const { inject, ...plot } = await buildFamilyCase(harness, { data })
    const late = { when: 'after sign', inject: () => harness.withoutWorker(inject) } as const
    await expectEnd({ ...plot, ...late }, reason)
    expect(await readStep(plot.quote.id, 'fill')).toBe('reverted')
  })
})

describe('an execution that something real comes between ends REFUNDED', () => {
  test.each(getRows(ownCases))('with $reason: $cause', async ({ reason, plot }) => {
    await expectEnd(await plot(harness), reason)
  })
})

test('each of the 45 values is met at the end of an execution, or it is said why it cannot be', () => {
  const others = { ...onSolana, ...unmet, ...(!isCampaign && familyCases) }
  expect(failReasons.filter((reason) => !(ended.has(reason) || reason in others))).toEqual([])
})

async function expectEnd(plot: FaultCase, failReason: string): Promise<void> {
  const { record, lost } = await harness.end(plot)
  expect(record).toMatchObject({ status: 'REFUNDED', failReason, destinationChainOperations: [] })
  expect(record.refundOperations ?? []).toHaveLength(record.originChainOperations.length)
  expect(lost).toEqual({})
  ended.add(failReason)
}

async function readStep(quoteId: string, action: string): Promise<string | undefined> {
  const sql = 'select state from steps where quote_id = $1 and action = $2'
  return (await harness.database.storage.query<{ state: string }>(sql, [quoteId, action]))[0]?.state
}

/** Value, cause and whose doing it was, as Markdown. */
function getTable(): string {
  const rows = failReasons.map((reason) => {
    const cause = causes[reason]
    if (typeof cause === 'string') return `| ${reason} | ${cause} | decoding |`
    if (reason in onSolana) return `| ${reason} | ${cause.cause} | Solana |`
    const by = reason in ownCases ? 'own system' : 'contract of others'
    return `| ${reason} | ${cause.cause} | ${ended.has(reason) ? by : 'not run'} |`
  })
  return `${['| value | real cause | ended with it by |', '|---|---|---|', ...rows].join('\n')}\n`
}

function getRows<Case extends object>(cases: Readonly<Record<string, Case>>) {
  return Object.entries(cases).map(([reason, found]) => ({ reason, ...found }))
}
