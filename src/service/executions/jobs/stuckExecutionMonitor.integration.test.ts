import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { getAccount } from '#testing/quotes/quotes.ts'
import { startTestDatabase } from '#testing/harness/database.ts'
import { findExecution } from '../../storage/executions/executionRows.ts'
import { findStuckExecutions } from '../../storage/executions/stuckExecutions.ts'
import { createStuckExecutionMonitor } from '../../roles/service.ts'
import {
  getAsset,
  composeServices,
  signQuote,
  type TestServices,
  waitUntilTerminal,
} from '#testing/harness/composeServices.ts'

const owner = privateKeyToAccount(`0x${'ab'.repeat(32)}`)
const keys = { ...devnetKeys, paymaster: devnetKeys.paymasterSigner }

test('a release that is refused again and again raises one alarm, and is made once it can be', async () => {
  const [devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  const { storage } = database
  const services = composeServices(devnet.network, { storage, keys })
  const quote = await signedQuote(devnet, services)
  // The cold address takes no coins.
  const { payee } = devnet.network.roles
  const { client } = devnet.chains.find(({ name }) => name === 'Firth') ?? {}
  await client?.setCode({ address: payee, bytecode: '0x5f5ffd' })
  const alarms: string[] = []
  const watch = createStuckExecutionMonitor({
    storage,
    everyMs: 100,
    onStuck: ({ quoteId, step, reason }) => alarms.push(`${quoteId} ${step} ${reason}`),
    onError: (error) => alarms.push(String(error)),
  })
  watch.start()
  await services.executions.accept(quote, { receivedBody: quote })
  await services.start()
  await expect.poll(() => alarms).toHaveLength(1)
  expect(await findStuckExecutions(storage)).toHaveLength(1)
  expect(await services.executions.status(quote.id)).toMatchObject({ status: 'EXECUTED' })
  await client?.setCode({ address: payee, bytecode: '0x' })
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  expect(record.status).toBe('COMPLETED')
  expect(await findStuckExecutions(storage)).toEqual([])
  await services.stop()
  await watch.stop()
  expect(alarms).toEqual([`${quote.id} release TRANSFER_FAILED`])
  await database.stop()
  await devnet.stop()
})

test('what was delivered and nobody attests raises an alarm minutes later, and is paid once somebody does', async () => {
  const [devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  const { storage } = database
  // Its word counts for nothing: the contracts know another attestor.
  const services = composeServices(devnet.network, {
    storage,
    keys: { ...keys, attestor: devnetKeys.keeper },
  })
  const quote = await signedQuote(devnet, services)
  const origin = devnet.chains.find(({ name }) => name === 'Firth')
  const address = devnet.network.roles.executor
  const coins = (await origin?.client.getBalance({ address })) ?? 0n
  await origin?.client.setBalance({ address, value: 0n })
  await services.executions.accept(quote, { receivedBody: quote })
  await services.start()
  // An executor without coins: the step and the reason are stored.
  await expect
    .poll(async () => (await findExecution(storage, quote.id))?.lastError)
    .toMatchObject({ step: { action: 'deposit', leg: 0 }, reason: expect.stringMatching(/fund/i) })
  await storage.query('update executions set attempts = 8')
  expect(await findStuckExecutions(storage)).toMatchObject([
    { step: 'deposit', leg: 0, attempt: 1, reason: expect.stringMatching(/fund/i) },
  ])
  await origin?.client.setBalance({ address, value: coins })
  await expect
    .poll(() => services.executions.status(quote.id))
    .toMatchObject({ status: 'EXECUTED' })
  expect((await findExecution(storage, quote.id))?.lastError).toBeNull()
  await expect
    .poll(() => storage.query(`select 1 from events where kind = 'attestation dropped'`))
    .not.toEqual([])
  expect(await findStuckExecutions(storage)).toEqual([])
  await storage.query(`update executions set updated_at = now() - interval '6 minutes'`)
  expect(await findStuckExecutions(storage)).toMatchObject([
    {
      quoteId: quote.id,
      phase: 'releasing',
      step: 'releasing',
      reason: expect.stringContaining('attested'),
    },
  ])

  await services.stop()
  const right = composeServices(devnet.network, { storage, keys })
  await right.start()
  const record = await waitUntilTerminal(right, { quoteId: quote.id })
  expect(record.status).toBe('COMPLETED')
  expect(await findStuckExecutions(storage)).toEqual([])
  await right.stop()
  await database.stop()
  await devnet.stop()
})

/** Half an ether of Firth for WETH of Delta, signed by its owner. */
async function signedQuote(
  { network, faucet }: TestDevnet,
  { service }: Pick<TestServices, 'service'>,
): Promise<Quote> {
  const account = getAccount(owner.address, service.quotes)
  const native = getAsset(network, { chain: 'Firth', symbol: 'ETH' })
  const units = 10n ** 18n
  await faucet.send(account.accountAddress, [{ assetType: native, amount: units }])
  const quote = await service.quotes.quoteV3({
    from: { accounts: [account], asset: { assetId: native }, amount: `${units / 2n}` },
    to: { asset: { assetId: getAsset(network, { chain: 'Delta', symbol: 'WETH' }) } },
  })
  return signQuote(quote, owner)
}
