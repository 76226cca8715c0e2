import { expect, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { requestAttestation } from '../../storage/executions/attestationRows.ts'
import { readSponsorLosses } from '../../storage/tables/sponsorBudgets.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { type TestServices, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { setUpHarness } from '#testing/harness/harness.ts'
import { readPhase } from '#testing/harness/rows.ts'
import { transferAll } from '#testing/harness/inventory.ts'

const harness = setUpHarness({
  funds: [
    ['Firth', 'USDC', 900_000_000n],
    ['Delta', 'USDC', 900_000_000n],
  ],
})
const { accept, asset, balanceOf, createServices, getNode, requestQuote } = harness

/** Runs worker and attestor of a service during `work`. */
async function running<Result>(
  services: TestServices,
  work: () => Promise<Result>,
): Promise<Result> {
  await services.start()
  try {
    return await work()
  } finally {
    await services.stop()
  }
}

test('inventory that is gone when it is needed gives the deposits back, and says so', async () => {
  const services = createServices()
  const to = asset('Lagoon', 'WBTC')
  const quote = await requestQuote({ from: 'agg:usdc', amount: '1200000000', to }, services)
  expect(quote.originChainsOperations).toHaveLength(2)
  const before = await Promise.all(
    ['Firth', 'Delta'].map((chain) => balanceOf(asset(chain, 'USDC'))),
  )
  await accept(quote, services)
  const lagoon = getNode('Lagoon')
  const payee = harness.network.roles.payee
  await transferAll(lagoon, { assetType: to, key: devnetKeys.solver, to: payee })
  const record = await running(services, () => waitUntilTerminal(services, { quoteId: quote.id }))
  expect(record).toMatchObject({
    status: 'REFUNDED',
    failReason: 'SOLVER_CAPACITY_EXCEEDED',
    destinationChainOperations: [],
  })
  expect(record.originChainOperations).toHaveLength(2)
  expect(record.refundOperations).toHaveLength(2)
  const after = await Promise.all(
    ['Firth', 'Delta'].map((chain) => balanceOf(asset(chain, 'USDC'))),
  )
  expect(after).toEqual(before)
  // The service's own failure: gas counts against the total, not against the account.
  const losses = await readSponsorLosses(harness.database.storage, {
    account: harness.account.accountAddress.toLowerCase(),
  })
  expect(losses.accountUsd).toBe(0n)
  expect(losses.totalUsd).toBeGreaterThan(0n)
  await transferAll(lagoon, {
    assetType: to,
    key: devnetKeys.payee,
    to: harness.network.roles.solver,
  })
  expect(services.errors).toEqual([])
})

test('native coins that are gone when they are needed give the deposit back at once', async () => {
  const services = createServices()
  const from = asset('Firth', 'USDC')
  const quote = await requestQuote(
    { from, amount: '60000000', to: asset('Lagoon', 'ETH') },
    services,
  )
  const before = await balanceOf(from)
  await accept(quote, services)
  const { solver: address } = harness.network.roles
  const { client } = getNode('Lagoon')
  const inventory = await client.getBalance({ address })
  // Enough for gas, and half of what is to be delivered.
  await client.setBalance({ address, value: 10n ** 16n })
  const record = await running(services, () => waitUntilTerminal(services, { quoteId: quote.id }))
  await client.setBalance({ address, value: inventory })
  expect(record).toMatchObject({
    status: 'REFUNDED',
    failReason: 'SOLVER_CAPACITY_EXCEEDED',
    destinationChainOperations: [],
  })
  expect(await balanceOf(from)).toBe(before)
  expect(services.errors).toEqual([])
})

test('an attestor signs only what the chain says, whatever the database claims', async () => {
  const services = createServices()
  const to = asset('Delta', 'WBTC')
  const quote = await requestQuote(
    { from: asset('Firth', 'USDC'), amount: '70000000', to },
    services,
  )
  const plan = parseExecutionPlan(quote, { network: harness.network, chains: services.chains })
  const orderHash = plan.legs[0]?.orderHash ?? '0x'
  const request = { quote, leg: 0 }
  // Nothing was deposited: both requests are false.
  for (const verdict of ['Filled', 'Cancelled'] as const)
    expect(await services.attestor.attest({ orderHash, verdict, request })).toMatchObject({
      kind: 'wait',
    })
  // Deposited, but neither filled nor cancelled: only the worker runs, and no solver inventory.
  await accept(quote, services)
  const delta = getNode('Delta')
  await transferAll(delta, {
    assetType: to,
    key: devnetKeys.solver,
    to: harness.network.roles.payee,
  })
  await services.worker.start()
  await expect.poll(() => readPhase(harness.database, quote)).toBe('refunding')
  await services.worker.stop()
  expect(await services.attestor.attest({ orderHash, verdict: 'Filled', request })).toMatchObject({
    kind: 'wait',
  })
  // Other terms under the same order, and another order under these terms.
  const cheaper = {
    ...quote,
    destinationToken: { ...quote.destinationToken, minimumAmount: '1' },
  }
  expect(
    await services.attestor.attest({
      orderHash,
      verdict: 'Cancelled',
      request: { ...request, quote: cheaper },
    }),
  ).toMatchObject({ kind: 'refused' })
  const other = `0x${'77'.repeat(32)}` as const
  await requestAttestation(harness.database.storage, {
    orderHash: other,
    verdict: 'Cancelled',
    request,
  })
  expect(
    await services.attestor.attest({ orderHash: other, verdict: 'Cancelled', request }),
  ).toMatchObject({ kind: 'refused' })
  // The true verdict is signed, and the opposite never after that.
  expect(
    await services.attestor.attest({ orderHash, verdict: 'Cancelled', request }),
  ).toMatchObject({
    kind: 'signed',
  })
  expect(
    await services.attestor.attest({ orderHash, verdict: 'Filled', request }),
  ).not.toMatchObject({
    kind: 'signed',
  })
  const record = await running(createServices(), () =>
    waitUntilTerminal(services, { quoteId: quote.id }),
  )
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'SOLVER_CAPACITY_EXCEEDED' })
  await transferAll(delta, {
    assetType: to,
    key: devnetKeys.payee,
    to: harness.network.roles.solver,
  })
})

test('without an attestor a deposit is refunded once refundAfter has passed', async () => {
  const services = createServices()
  const to = asset('Delta', 'WBTC')
  const from = asset('Firth', 'USDC')
  const quote = await requestQuote({ from, amount: '80000000', to }, services)
  const before = await balanceOf(from)
  await accept(quote, services)
  await transferAll(getNode('Delta'), {
    assetType: to,
    key: devnetKeys.solver,
    to: harness.network.roles.payee,
  })
  await services.worker.start()
  await expect.poll(() => balanceOf(from)).toBeLessThan(before)
  await getNode('Firth').client.increaseTime({ seconds: 1_000 })
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  await services.worker.stop()
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'SOLVER_CAPACITY_EXCEEDED' })
  expect(await balanceOf(from)).toBe(before)
  await transferAll(getNode('Delta'), {
    assetType: to,
    key: devnetKeys.payee,
    to: harness.network.roles.solver,
  })
})

test('an execution whose deposit misses its deadline ends REFUNDED, and moves nothing', async () => {
  const services = createServices()
  const from = asset('Delta', 'USDC')
  const quote = await requestQuote(
    { from, amount: '50000000', to: asset('Lagoon', 'USDC') },
    services,
  )
  const before = await balanceOf(from)
  await accept(quote, services)
  // Firth's clock is ahead by now, so that deadlines lie a thousand seconds further.
  await getNode('Delta').client.increaseTime({ seconds: 1_200 })
  await getNode('Delta').client.mine({ blocks: 1 })
  const record = await running(services, () => waitUntilTerminal(services, { quoteId: quote.id }))
  expect(record).toMatchObject({
    status: 'REFUNDED',
    failReason: 'ORDER_EXPIRED',
    originChainOperations: [],
  })
  expect(await balanceOf(from)).toBe(before)
})
