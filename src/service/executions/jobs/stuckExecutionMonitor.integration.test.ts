import { expect, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { findExecution } from '../../storage/executions/executionRows.ts'
import { findStuckExecutions } from '../../storage/executions/stuckExecutions.ts'
import { createStuckExecutionMonitor } from '../../roles/service.ts'
import { testKeys, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const harness = setUpHarness({ funds: [['Firth', 'ETH', 10n ** 18n]] })
const { accept, asset, createServices, getNode, requestQuote } = harness

test('a release that is refused again and again raises one alarm, and is made once it can be', async () => {
  const { services } = harness
  const { storage } = harness.database
  const quote = await request()
  // The cold address takes no coins.
  const { payee } = harness.network.roles
  const { client } = getNode('Firth')
  await client.setCode({ address: payee, bytecode: '0x5f5ffd' })
  const alarms: string[] = []
  const watch = createStuckExecutionMonitor({
    storage,
    everyMs: 100,
    onStuck: ({ quoteId, step, reason }) => alarms.push(`${quoteId} ${step} ${reason}`),
    onError: (error) => alarms.push(String(error)),
  })
  watch.start()
  await accept(quote, services)
  await services.start()
  await expect.poll(() => alarms).toHaveLength(1)
  expect(await findStuckExecutions(storage)).toHaveLength(1)
  expect(await services.executions.status(quote.id)).toMatchObject({ status: 'EXECUTED' })
  await client.setCode({ address: payee, bytecode: '0x' })
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  expect(record.status).toBe('COMPLETED')
  expect(await findStuckExecutions(storage)).toEqual([])
  await services.stop()
  await watch.stop()
  expect(alarms).toEqual([`${quote.id} release TRANSFER_FAILED`])
})

test('what was delivered and nobody attests raises an alarm minutes later, and is paid once somebody does', async () => {
  const { storage } = harness.database
  // Its word counts for nothing: the contracts know another attestor.
  const services = createServices({ keys: { ...testKeys, attestor: devnetKeys.keeper } })
  const quote = await request()
  const { client } = getNode('Firth')
  const address = harness.network.roles.executor
  const coins = await client.getBalance({ address })
  await client.setBalance({ address, value: 0n })
  await accept(quote, services)
  await services.start()
  // An executor without coins: the step and the reason are stored.
  await expect
    .poll(async () => (await findExecution(storage, quote.id))?.lastError)
    .toMatchObject({ step: { action: 'deposit', leg: 0 }, reason: expect.stringMatching(/fund/i) })
  await storage.query('update executions set attempts = 8 where quote_id = $1', [quote.id])
  expect(await findStuckExecutions(storage)).toMatchObject([
    { step: 'deposit', leg: 0, attempt: 1, reason: expect.stringMatching(/fund/i) },
  ])
  await client.setBalance({ address, value: coins })
  await expect
    .poll(() => services.executions.status(quote.id))
    .toMatchObject({ status: 'EXECUTED' })
  expect((await findExecution(storage, quote.id))?.lastError).toBeNull()
  await expect
    .poll(() => storage.query(`select 1 from events where kind = 'attestation dropped'`))
    .not.toEqual([])
  expect(await findStuckExecutions(storage)).toEqual([])
  await storage.query(
    `update executions set updated_at = now() - interval '6 minutes' where quote_id = $1`,
    [quote.id],
  )
  expect(await findStuckExecutions(storage)).toMatchObject([
    {
      quoteId: quote.id,
      phase: 'releasing',
      step: 'releasing',
      reason: expect.stringContaining('attested'),
    },
  ])

  await services.stop()
  const right = createServices()
  await right.start()
  const record = await waitUntilTerminal(right, { quoteId: quote.id })
  expect(record.status).toBe('COMPLETED')
  expect(await findStuckExecutions(storage)).toEqual([])
  await right.stop()
})

/** A fifth of an ether of Firth for WETH of Delta, signed by its owner. */
function request(): Promise<Quote> {
  const [from, to] = [asset('Firth', 'ETH'), asset('Delta', 'WETH')]
  return requestQuote({ from, amount: `${2n * 10n ** 17n}`, to })
}
