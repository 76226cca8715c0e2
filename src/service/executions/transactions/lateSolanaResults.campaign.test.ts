import { setTimeout as wait } from 'node:timers/promises'
import { Keypair } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { startTestProvider, type TestProvider } from '#testing/solana/provider.ts'
import { placeCoinRejecter, coinRejecter } from '#testing/devnet/coinRejecter.ts'
import { getDevnetChain } from '#testing/devnet/settlement.ts'
import { EvmAddress } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { StatusRecord } from '#protocol/status/status.ts'
import type { Storage } from '../../storage/database.ts'
import { getSettlement } from '../plan/executionPlan.ts'
import { waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { requestQuote, readTokens, setUpSolanaHarness } from '#testing/harness/solanaHarness.ts'

/** Longer than a worker owns what it claimed, unless it says that it still works on it. */
const longMs = 7_000
/** Slots by which the reported head lags: more than pass between two polls. */
const lateSlots = 100n

const harness = setUpSolanaHarness()
const { asset, createServices } = harness
/** Between the service and the cluster's node. */
let provider: TestProvider

beforeAll(async () => {
  const reef = harness.devnet.network.chains.find(({ chainId }) => chainId === harness.solanaId)
  provider = await startTestProvider(reef?.rpcUrl ?? '')
  replaceServices()
})
afterAll(() => provider.stop())

afterEach(async () => {
  provider.setFalseAnswer(undefined)
  await harness.services.stop()
  replaceServices()
})

/** A service without memory of the one before, whose chains no test has changed. */
function replaceServices(): void {
  const { network } = harness.devnet
  const chains = network.chains.map((one) =>
    one.chainId === harness.solanaId ? { ...one, rpcUrl: provider.rpcUrl } : one,
  )
  harness.services = createServices({ network: { ...network, chains } })
}

/** A quote whose fill fails: the recipient rejects native coins. */
async function quoteRefusedDelivery(): Promise<Quote> {
  await placeCoinRejecter(getDevnetChain(harness.devnet, 'Lagoon'))
  return requestQuote(harness, {
    accounts: [harness.onSolana],
    from: asset('Reef', 'USDC'),
    amount: '12000000',
    to: asset('Lagoon', 'ETH'),
    recipient: coinRejecter,
  })
}

async function accept(quote: Quote): Promise<void> {
  await harness.services.executions.accept(quote, { receivedBody: quote })
}

function usdc(): Promise<bigint> {
  return readTokens(harness, { wallet: harness.onSolana.accountAddress, token: 'usdc' })
}

function end({ id }: Quote): Promise<StatusRecord> {
  return waitUntilTerminal(harness.services, { quoteId: id })
}

async function readState({ id }: Quote): Promise<{ phase: string; version: number }> {
  const query = 'select phase, version::int from executions where quote_id = $1'
  const [row] = await harness.database.storage.query<{ phase: string; version: number }>(query, [
    id,
  ])
  return row ?? { phase: '', version: 0 }
}

test('a refund that state shows at a later slot than the head that was read is in the record', async () => {
  const quote = await quoteRefusedDelivery()
  await accept(quote)
  const chain = getSettlement(harness.services.chains, harness.solanaId)
  const known = { ...chain }
  chain.readHead = async () => {
    const head = await known.readHead()
    return { ...head, number: head.number - lateSlots }
  }
  await harness.services.start()
  const record = await end(quote)
  expect(record.status).toBe('REFUNDED')
  expect(record.originChainOperations).toHaveLength(1)
  expect(record.refundOperations).toHaveLength(1)
})

test('a refund whose transaction the node shows later than what it did is waited for', async () => {
  const before = await usdc()
  const quote = await quoteRefusedDelivery()
  await accept(quote)
  await harness.services.worker.start()
  await expect.poll(() => readState(quote)).toMatchObject({ phase: 'refunding' })
  provider.setFalseAnswer((method) => (method === 'getTransaction' ? null : undefined))
  harness.services.attestor.start()
  await expect.poll(usdc).toBe(before)
  const { version } = await readState(quote)
  await expect.poll(async () => (await readState(quote)).version).toBeGreaterThan(version + 6)
  expect(await harness.services.executions.status(quote.id)).toMatchObject({
    status: 'IN_PROGRESS',
  })
  provider.setFalseAnswer(undefined)
  const record = await end(quote)
  expect(record.status).toBe('REFUNDED')
  expect(record.refundOperations).toHaveLength(1)
})

test('what takes longer than a lease is done by who began it', async () => {
  const { services } = harness
  const quote = await requestQuote(harness, {
    accounts: [harness.onEvm],
    from: asset('Firth', 'USDC'),
    amount: '13000000',
    to: asset('Reef', 'USDC'),
    recipient: Keypair.generate().publicKey.toBase58(),
  })
  await accept(quote)
  const chain = getSettlement(services.chains, harness.solanaId)
  const known = { ...chain }
  chain.prepare = async (action) => {
    await wait(longMs)
    return known.prepare(action)
  }
  await services.start()
  expect(await end(quote)).toMatchObject({ status: 'COMPLETED' })
})

test('what could not be stored is never sent', async () => {
  const quote = await requestQuote(harness, {
    accounts: [harness.onSolana],
    from: asset('Reef', 'USDC'),
    amount: '14000000',
    to: asset('Lagoon', 'USDC'),
    recipient: EvmAddress.parse('0x00000000000000000000000000000000000f41ec'),
  })
  await accept(quote)
  const before = await usdc()
  const { storage, tries } = forgetful(harness.database.storage)
  harness.services = createServices({ storage })
  await harness.services.start()
  await expect.poll(tries).toBeGreaterThan(2)
  await harness.services.stop()
  await harness.devnet.solana.advanceSlots(5)
  expect(await usdc()).toBe(before)
  expect(await readState(quote)).toMatchObject({ phase: 'depositing' })

  replaceServices()
  await harness.services.start()
  expect(await end(quote)).toMatchObject({ status: 'COMPLETED' })
  expect(before - (await usdc())).toBe(14_000_000n)
})

/** A database that undoes all in which a transaction of a chain is stored, as late as it can. */
function forgetful(storage: Storage): { storage: Storage; tries: () => number } {
  let tries = 0
  return {
    tries: () => tries,
    storage: {
      ...storage,
      transaction: (work) =>
        storage.transaction(async (database) => {
          let isSigning = false
          const result = await work({
            ...database,
            query(text, values) {
              isSigning ||= text.includes('insert into transactions')
              return database.query(text, values)
            },
          })
          if (!isSigning) return result
          tries += 1
          throw new Error('Nothing of this lasts.')
        }),
    },
  }
}
