import { describe, expect, test } from 'vitest'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { ExecutionStatus } from '#protocol/status/status.ts'
import { insertExecution, updateExecution } from '../../storage/executions/executionRows.ts'
import {
  isProven,
  type SponsorLosses,
  readSponsorLosses,
} from '../../storage/tables/sponsorBudgets.ts'
import { insertLandedStep, refuseStep, type StepAction } from '../../storage/executions/stepRows.ts'
import { setUpDatabase } from '#testing/harness/database.ts'
import { countUnpaidGas } from './countUnpaidGas.ts'

const usual = '0x00000000000000000000000000000000000000aa'
const caller = { apiKey: 'a client', visitor: '192.0.2.1' }
const chain = 'eip155:1'
const dollar = 10n ** 8n

const database = setUpDatabase()

/** Ends an execution in which one transaction cost a dollar; what that adds to the budgets. */
async function end(
  action: StepAction,
  options: { status: ExecutionStatus; account?: EvmAddress; feeUsd?: bigint; isOwn?: boolean },
): Promise<SponsorLosses> {
  const { storage } = database
  const { status, account = usual, feeUsd = 0n, isOwn = false } = options
  const quoteId = `${account} ${action} ${status} ${feeUsd} ${isOwn}`
  const fence = { quoteId, version: 0n }
  const leg =
    action === 'deposit' || action === 'release' || action === 'refund' ? 0 : 'destination'
  await storage.transaction((inside) =>
    insertExecution(inside, {
      quoteId,
      phase: 'depositing',
      type: 'SWAP',
      recipient: `${chain}/${account}`,
      quote: { id: quoteId },
      fromBlocks: {},
      signers: [account],
      caller,
      feeUsd,
      coinRates: { [chain]: dollar },
    }),
  )
  await insertLandedStep(storage, {
    quoteId,
    step: { leg, action, attempt: 1 },
    chain,
    hash: quoteId,
    block: 1n,
    // Also holds Solana's unrecovered rent and fees.
    detail: { gasWei: (10n ** 18n).toString(), isCounted: false },
  })
  if (isOwn)
    await refuseStep(storage, {
      fence,
      step: { leg: 'destination', action: 'fill', attempt: 2 },
      chain,
      detail: { outcome: 'none', reason: 'SOLVER_CAPACITY_EXCEEDED', isOwn },
    })
  await updateExecution(storage, {
    fence,
    change: { phase: 'done', status, failReason: null, legStates: [] },
  })
  const before = await readSponsorLosses(storage, { account, ...caller })
  await countUnpaidGas(storage, { quoteId, account, status })
  const after = await readSponsorLosses(storage, { account, ...caller })
  return {
    accountUsd: after.accountUsd - before.accountUsd,
    keyUsd: after.keyUsd - before.keyUsd,
    visitorUsd: after.visitorUsd - before.visitorUsd,
    totalUsd: after.totalUsd - before.totalUsd,
  }
}

const all = { accountUsd: dollar, keyUsd: dollar, visitorUsd: dollar, totalUsd: dollar }
const none = { accountUsd: 0n, keyUsd: 0n, visitorUsd: 0n, totalUsd: 0n }

describe('what the service bears', () => {
  test.each<[string, StepAction, ExecutionStatus]>([
    ['a deposit that was in vain', 'deposit', 'REFUNDED'],
    ['lending to a call', 'grant', 'REFUNDED'],
    ['bringing an account to its destination', 'arrive', 'REFUNDED'],
    ['a delivery that was refused', 'fill', 'REFUNDED'],
    ['a cancel', 'cancel', 'REFUNDED'],
    ['a refund', 'refund', 'REFUNDED'],
    ['a refund that never went through', 'refund', 'FAILED'],
    ['a release that nobody pays for', 'release', 'COMPLETED'],
  ])('for %s counts for the account, the key and the visitor', async (_, action, status) => {
    expect(await end(action, { status })).toEqual(all)
  })

  test('is only what the fee did not pay', async () => {
    expect(await end('release', { status: 'COMPLETED', feeUsd: dollar })).toEqual(none)
    // Fees of what was not delivered went back.
    expect(await end('cancel', { status: 'REFUNDED', feeUsd: dollar })).toEqual(all)
  })

  test('counts for everybody alone where the chain shows that the service lacked something', async () => {
    const refund = await end('refund', { status: 'REFUNDED', isOwn: true })
    expect(refund).toEqual({ ...none, totalUsd: dollar })
  })
})

test('an account is proven by one execution that paid for its gas, and by no other', async () => {
  const account: EvmAddress = '0x00000000000000000000000000000000000000bb'
  async function isProvenBy(...of: Parameters<typeof end>): Promise<boolean> {
    await end(of[0], { ...of[1], account })
    return isProven(database.storage, account)
  }
  expect(await isProven(database.storage, account)).toBe(false)
  expect(await isProvenBy('refund', { status: 'REFUNDED', feeUsd: 9n * dollar })).toBe(false)
  expect(await isProvenBy('release', { status: 'COMPLETED', feeUsd: dollar - 1n })).toBe(false)
  expect(await isProvenBy('release', { status: 'COMPLETED', feeUsd: dollar })).toBe(true)
  expect(await isProven(database.storage, usual)).toBe(true)
})
