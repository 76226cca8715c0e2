import { expect, test } from 'vitest'

import { addSponsorLoss, readGasUsd, readSponsorLosses, readUnpaidGas } from './sponsorBudgets.ts'
import { insertLandedStep } from '../executions/stepRows.ts'
import { addExecution } from '#testing/harness/rows.ts'
import { setUpDatabase } from '#testing/harness/database.ts'

const database = setUpDatabase()

test('failed sponsored gas counts for its account, for who asked and for everybody', async () => {
  await addExecution(database, 'keyed', { caller: { apiKey: 'a client', visitor: '192.0.2.1' } })
  await addExecution(database, 'keyless')
  await addSponsorLoss(database.storage, { account: '0xa', usd: 3n, quoteId: 'keyed' })
  await addSponsorLoss(database.storage, { account: '0xb', usd: 4n, quoteId: 'keyless' })
  await addSponsorLoss(database.storage, { account: '0xb', usd: 8n, quoteId: 'keyed' })
  const losses = readSponsorLosses(database.storage, {
    account: '0xa',
    apiKey: 'a client',
    visitor: '192.0.2.1',
  })
  expect(await losses).toEqual({ accountUsd: 3n, keyUsd: 11n, visitorUsd: 11n, totalUsd: 15n })
  const others = { account: '0xb', apiKey: 'another', visitor: '192.0.2.2' }
  expect(await readSponsorLosses(database.storage, others)).toEqual({
    accountUsd: 12n,
    keyUsd: 0n,
    visitorUsd: 0n,
    totalUsd: 15n,
  })
})

test('gas on chains with different coins adds up in dollars, by the prices of its own execution', async () => {
  const dollar = 10n ** 8n
  await addExecution(database, 'coins')
  const rates = { 'eip155:1': `${3_000n * dollar}`, 'eip155:137': `${dollar / 4n}` }
  await database.storage.query(`update executions set coin_rates = $1 where quote_id = 'coins'`, [
    JSON.stringify(rates),
  ])
  const coin = 10n ** 18n
  const gas = { quoteId: 'coins', wei: coin / 2n }
  expect(await readGasUsd(database.storage, { ...gas, chain: 'eip155:1' })).toBe(1_500n * dollar)
  expect(await readGasUsd(database.storage, { ...gas, chain: 'eip155:137' })).toBe(dollar / 8n)
  for (const [leg, chain] of ['eip155:1', 'eip155:137'].entries())
    await insertLandedStep(database.storage, {
      quoteId: 'coins',
      step: { leg, action: 'deposit', attempt: 1 },
      chain,
      hash: `0x${leg}`,
      block: 1n,
      detail: { gasWei: coin.toString(), isCounted: false },
    })
  const borneUsd = 3_000n * dollar + dollar / 4n
  const unpaid = { quoteId: 'coins', isPaid: false }
  const paid = { quoteId: 'coins', isPaid: true }
  expect(await readUnpaidGas(database.storage, unpaid)).toBe(borneUsd)
  expect(await readUnpaidGas(database.storage, paid)).toBe(0n)
  for (const [feeUsd, leftUsd] of [
    [dollar, borneUsd - dollar],
    [borneUsd + 1n, 0n],
  ]) {
    await database.storage.query(`update executions set fee_usd = $1 where quote_id = 'coins'`, [
      feeUsd,
    ])
    expect(await readUnpaidGas(database.storage, paid)).toBe(leftUsd)
    expect(await readUnpaidGas(database.storage, unpaid)).toBe(borneUsd)
  }
})
