import { setTimeout as wait } from 'node:timers/promises'
import { Keypair } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { startTestProvider, type TestProvider } from '#testing/solana/provider.ts'
import { placeRefuser, refuser } from '#testing/devnet/refuser.ts'
import { chainOf } from '#testing/devnet/settlement.ts'
import { type AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { StatusRecord } from '#protocol/status/status.ts'
import type { Storage } from '../../storage/database.ts'
import { settlementOf } from '../plan/plan.ts'
import { assetOf, composeDesk, untilTerminal } from '#testing/harness/desk.ts'
import { keysWithSolana } from '#testing/harness/solana.ts'
import {
  askScene,
  type SolanaScene,
  startSolanaScene,
  stopSolanaScene,
  tokensOf,
} from '#testing/harness/solanaScene.ts'

/** Longer than a worker owns what it claimed, unless it says that it still works on it. */
const longMs = 7_000
/** Slots by which the head is told late: more than pass between two looks. */
const lateSlots = 100n

let scene: SolanaScene
/** Between the service and the cluster's node. */
let provider: TestProvider

beforeAll(async () => {
  scene = await startSolanaScene()
  const reef = scene.devnet.network.chains.find(({ chainId }) => chainId === scene.solanaId)
  provider = await startTestProvider(reef?.rpcUrl ?? '')
  renewDesk()
})

afterEach(async () => {
  provider.lie(undefined)
  await scene.desk.stop()
  renewDesk()
})

afterAll(async () => {
  await stopSolanaScene(scene)
  provider.stop()
})

/** A service without memory of the one before, whose chains no test has changed. */
function renewDesk(): void {
  const { network } = scene.devnet
  const chains = network.chains.map((one) =>
    one.chainId === scene.solanaId ? { ...one, rpcUrl: provider.rpcUrl } : one,
  )
  const { storage } = scene.database
  scene.desk = composeDesk({ ...network, chains }, { storage, keys: keysWithSolana })
}

function asset(chain: string, symbol: string): AssetType {
  return assetOf(scene.devnet.network, { chain, symbol })
}

/** A deposit on Solana that cannot be delivered: who is to get it takes no coins. */
async function askInVain(): Promise<Quote> {
  await placeRefuser(chainOf(scene.devnet, 'Lagoon'))
  return askScene(scene, {
    accounts: [scene.onSolana],
    from: asset('Reef', 'USDC'),
    amount: '12000000',
    to: asset('Lagoon', 'ETH'),
    recipient: refuser,
  })
}

async function accept(quote: Quote): Promise<void> {
  await scene.desk.executions.accept(quote, { receivedBody: quote })
}

function usdc(): Promise<bigint> {
  return tokensOf(scene, { wallet: scene.onSolana.accountAddress, token: 'usdc' })
}

function end({ id }: Quote): Promise<StatusRecord> {
  return untilTerminal(scene.desk, { quoteId: id })
}

async function stateOf({ id }: Quote): Promise<{ phase: string; version: number }> {
  const query = 'select phase, version::int from executions where quote_id = $1'
  const [row] = await scene.database.storage.query<{ phase: string; version: number }>(query, [id])
  return row ?? { phase: '', version: 0 }
}

test('a refund that state shows at a later slot than the head that was read is in the record', async () => {
  const quote = await askInVain()
  await accept(quote)
  const chain = settlementOf(scene.desk.chains, scene.solanaId)
  const known = { ...chain }
  chain.readHead = async () => {
    const head = await known.readHead()
    return { ...head, number: head.number - lateSlots }
  }
  await scene.desk.start()
  const record = await end(quote)
  expect(record.status).toBe('REFUNDED')
  expect(record.originChainOperations).toHaveLength(1)
  expect(record.refundOperations).toHaveLength(1)
})

test('a refund whose transaction the node shows later than what it did is waited for', async () => {
  const before = await usdc()
  const quote = await askInVain()
  await accept(quote)
  await scene.desk.worker.start()
  await expect.poll(() => stateOf(quote)).toMatchObject({ phase: 'refunding' })
  provider.lie((method) => (method === 'getTransaction' ? null : undefined))
  scene.desk.attestor.start()
  await expect.poll(usdc).toBe(before)
  const { version } = await stateOf(quote)
  await expect.poll(async () => (await stateOf(quote)).version).toBeGreaterThan(version + 6)
  expect(await scene.desk.executions.status(quote.id)).toMatchObject({ status: 'IN_PROGRESS' })
  provider.lie(undefined)
  const record = await end(quote)
  expect(record.status).toBe('REFUNDED')
  expect(record.refundOperations).toHaveLength(1)
})

test('what takes longer than a lease is done by who began it', async () => {
  const { desk } = scene
  const quote = await askScene(scene, {
    accounts: [scene.onEvm],
    from: asset('Firth', 'USDC'),
    amount: '13000000',
    to: asset('Reef', 'USDC'),
    recipient: Keypair.generate().publicKey.toBase58(),
  })
  await accept(quote)
  const chain = settlementOf(desk.chains, scene.solanaId)
  const known = { ...chain }
  chain.prepare = async (action) => {
    await wait(longMs)
    return known.prepare(action)
  }
  await desk.start()
  expect(await end(quote)).toMatchObject({ status: 'COMPLETED' })
})

test('what could not be stored is never sent', async () => {
  const quote = await askScene(scene, {
    accounts: [scene.onSolana],
    from: asset('Reef', 'USDC'),
    amount: '14000000',
    to: asset('Lagoon', 'USDC'),
    recipient: EvmAddress.parse('0x00000000000000000000000000000000000f41ec'),
  })
  await accept(quote)
  const before = await usdc()
  const { storage, tries } = forgetful(scene.database.storage)
  scene.desk = composeDesk(scene.devnet.network, { storage, keys: keysWithSolana })
  await scene.desk.start()
  await expect.poll(tries).toBeGreaterThan(2)
  await scene.desk.stop()
  await scene.devnet.solana.advanceSlots(5)
  expect(await usdc()).toBe(before)
  expect(await stateOf(quote)).toMatchObject({ phase: 'depositing' })

  renewDesk()
  await scene.desk.start()
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
