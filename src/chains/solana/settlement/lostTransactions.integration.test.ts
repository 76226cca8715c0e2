import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { SolanaFill } from '#protocol/orders/solanaOrder.ts'
import type { SolanaSettlement } from './solanaSettlement.ts'
import { startTestProvider, type TestProvider } from '#testing/solana/provider.ts'
import {
  buildFill,
  type SettlementHarness,
  createSettlementAt,
  startSettlementHarness,
} from '#testing/solana/settlement.ts'
import { toAsset } from '#testing/solana/intents.ts'

const { roles } = devnetSolana
const amount = 1_000_000n
const validUntil = 0n
let harness: SettlementHarness
let falseProvider: TestProvider
/** Signs a lost transaction again; on Solana no fee is raised. */
async function signAgain(
  raw: Hex,
  sender: 'solver' | 'executor',
  { settlement }: Pick<SettlementHarness, 'settlement'> = harness,
) {
  const ceiling = { kind: 'fill', first: raw, worthWei: undefined } as const
  const signed = await settlement.replace(raw, { sender, ceiling })
  return typeof signed === 'object' ? signed : undefined
}

/** Disagreements reported about the providers. */
const disagreements: string[] = []

beforeAll(async () => {
  harness = await startSettlementHarness()
  falseProvider = await startTestProvider(harness.solana.node.rpcUrl)
})
afterEach(async () => {
  falseProvider.setFalseAnswer(undefined)
  disagreements.length = 0
  await harness.solana.setDelivery('land')
})
afterAll(async () => {
  falseProvider.stop()
  await harness.solana.stop()
})

test('a delivery that was dropped is lost once its blockhash is over, and only then signed anew', async () => {
  const { fill, hash, raw } = await sentWhile('drop')
  const { settlement, solana } = harness
  expect(await settlement.readTransactionOutcome(hash, undefined)).toBeUndefined()
  for (const slots of [0, 100]) {
    await solana.advanceSlots(slots)
    expect(await settlement.isLost(raw)).toBe(false)
    expect(await signAgain(raw, 'solver')).toBeUndefined()
  }
  await solana.setDelivery('land')
  await solana.advanceSlots(60)
  expect(await settlement.isLost(raw)).toBe(true)
  const replaced = await signAgain(raw, 'solver')
  if (!replaced) throw new Error('What is lost is signed anew.')
  expect(replaced.raw).not.toBe(raw)
  expect(await settlement.broadcast(replaced.raw)).toBe('taken')
  expect(await settlement.readTransactionOutcome(replaced.hash, undefined)).toMatchObject({
    isSuccess: true,
  })
  await settlement.broadcast(raw)
  expect(await settlement.readTransactionOutcome(hash, undefined)).toBeUndefined()
  expect(await readUnits(fill)).toBe(amount)
  expect(await settlement.isLost(replaced.raw)).toBe(false)
})

test('a delivery that was held and lands late is never lost, and is made once', async () => {
  const { fill, hash, raw } = await sentWhile('hold')
  const { settlement, solana } = harness
  await solana.advanceSlots(130)
  expect(await settlement.isLost(raw)).toBe(false)
  await solana.setDelivery('land')
  expect(await settlement.readTransactionOutcome(hash, undefined)).toMatchObject({
    isSuccess: true,
  })
  await solana.advanceSlots(200)
  expect(await settlement.isLost(raw)).toBe(false)
  expect(await signAgain(raw, 'solver')).toBeUndefined()
  expect(await readUnits(fill)).toBe(amount)
})

test('after a restart, loss is certain only once finality has passed what was the newest slot', async () => {
  const { raw } = await sentWhile('drop')
  await harness.solana.advanceSlots(200)
  const restarted = createSettlementAt([harness.solana.node.rpcUrl])
  expect(await restarted.isLost(raw)).toBe(false)
  await harness.solana.advanceSlots(5)
  expect(await restarted.isLost(raw)).toBe(true)
})

test('what others signed too is never signed anew', async () => {
  const user = await harness.wallet({ usdc: 4_000_000_000n })
  const { settlement, solana } = harness
  const { operation } = await harness.signedDeposit(user, 'usdc')
  const held = await harness.signedDeposit(user, 'usdc')
  await harness.run({ kind: 'deposit', operation: held.operation, validUntil })
  const attestation = await harness.attest('release', held.order)
  const deposit = { kind: 'deposit', operation, validUntil } as const
  const release = { kind: 'release', order: held.order, attestation } as const
  await solana.setDelivery('drop')
  const sent = [await harness.sign(deposit), await harness.sign(release)]
  for (const { raw } of sent) await settlement.broadcast(raw)
  // Until then, the same action gives the same bytes.
  expect([await harness.sign(deposit), await harness.sign(release)]).toEqual(sent)
  await solana.setDelivery('land')
  await solana.advanceSlots(160)
  for (const { raw } of sent) {
    expect(await settlement.isLost(raw)).toBe(true)
    expect(await signAgain(raw, 'executor')).toBeUndefined()
  }
  expect(await harness.getError(deposit)).toBe('ORDER_EXPIRED')
  expect(await harness.getError(release)).toBe('ORDER_EXPIRED')
  expect(await harness.readState(held.orderHash)).toBe('held')
  const anew = await harness.attest('release', held.order)
  await harness.run({ ...release, attestation: anew })
  expect(await harness.readState(held.orderHash)).toBe('released')
})

test('one provider that knows nothing of a transaction does not make it lost', async () => {
  const settlement = createDisputedSettlement()
  const { raw, hash } = await harness.sign({
    kind: 'fill',
    fill: buildFill('usdc'),
    amount,
    makesAccount: true,
  })
  await settlement.broadcast(raw)
  // From now on, the slot at which the blockhash existed is known.
  expect(await settlement.isLost(raw)).toBe(false)
  await harness.solana.advanceSlots(200)
  falseProvider.setFalseAnswer(knowNothing)
  expect(await settlement.isLost(raw)).toBe(false)
  expect(await signAgain(raw, 'solver', { settlement })).toBeUndefined()
  expect(await settlement.readTransactionOutcome(hash, undefined)).toBeUndefined()
  expect(disagreements).toEqual([expect.stringContaining('do not agree on what is in block')])
  falseProvider.setFalseAnswer(undefined)
  expect(await settlement.readTransactionOutcome(hash, undefined)).toMatchObject({
    isSuccess: true,
  })
})

test('one provider that calls a blockhash over too early does not make what waits lost', async () => {
  const settlement = createDisputedSettlement()
  const { raw } = await sentWhile('hold')
  falseProvider.setFalseAnswer(knowNothing)
  expect(await settlement.isLost(raw)).toBe(false)
})

test('providers that lie behind and do not know a blockhash yet do not make it over', async () => {
  const settlement = createSettlementAt([falseProvider.rpcUrl])
  const fill = buildFill('usdc')
  const prepared = await settlement.prepare({ kind: 'fill', fill, amount, makesAccount: true })
  if ('refused' in prepared) throw new Error(prepared.refused)
  await harness.solana.setDelivery('hold')
  const { raw } = await prepared.sign(0n)
  await settlement.broadcast(raw)
  falseProvider.setFalseAnswer((method) =>
    method === 'isBlockhashValid' ? { context: { slot: 1 }, value: false } : undefined,
  )
  expect(await settlement.isLost(raw)).toBe(false)
})

test('state on which two providers differ counts for nothing, and is told', async () => {
  const settlement = createDisputedSettlement()
  const { number } = await settlement.readHead()
  const question = {
    orders: [buildFill('usdc').fillId],
    nonces: [],
    fills: [fillKey(buildFill('usdc'))],
  }
  expect(await settlement.readState(question, number)).toMatchObject({ fills: ['open'] })
  const { fill } = await sentWhile('land')
  const asked = { ...question, fills: [fillKey(fill)] }
  falseProvider.setFalseAnswer(dropLastAccount)
  const reading = settlement.readState(asked, number)
  await expect(reading).rejects.toThrow('its providers disagree')
  expect(disagreements).toEqual([expect.stringContaining('give different answers about slot')])
  const three = createSettlementAt(
    [harness.solana.node.rpcUrl, harness.solana.node.rpcUrl, falseProvider.rpcUrl],
    {
      onDisagreement: (sentence) => disagreements.push(sentence),
    },
  )
  const known = await three.readState(asked, number)
  expect(known.fills).toEqual([settlement.hashFill(fill, roles.solver)])
})

test('one provider cannot make anybody rich, nor time run ahead', async () => {
  const settlement = createDisputedSettlement()
  const owner = buildFill('sol').recipient
  const { time, number } = await settlement.readHead()
  falseProvider.setFalseAnswer(inflateBalances)
  expect((await settlement.readBalance(owner, toAsset('sol'))).units).toBe(0n)
  const head = await settlement.readHead()
  expect(head.number - number).toBeLessThan(100n)
  expect(head.time - time).toBeLessThan(100n)
})

async function sentWhile(delivery: 'land' | 'drop' | 'hold') {
  const fill = buildFill('usdc')
  const { hash, raw } = await harness.sign({ kind: 'fill', fill, amount, makesAccount: true })
  await harness.solana.setDelivery(delivery)
  expect(await harness.settlement.broadcast(raw)).toBe('taken')
  return { fill, hash, raw }
}

/** The same chain with a second provider that answers falsely. */
function createDisputedSettlement(): SolanaSettlement {
  return createSettlementAt([harness.solana.node.rpcUrl, falseProvider.rpcUrl], {
    onDisagreement: (sentence) => disagreements.push(sentence),
  })
}

/** Knows no transaction and calls every blockhash expired. */
function knowNothing(method: string): unknown {
  const context = { slot: 900_000_000 }
  if (method === 'getTransaction') return null
  if (method === 'getSignatureStatuses') return { context, value: [null] }
  return method === 'isBlockhashValid' ? { context, value: false } : undefined
}

/** Says that the last account requested does not exist. */
function dropLastAccount(method: string, answer: unknown): unknown {
  return changedAccounts(method, { answer, change: (accounts) => [...accounts.slice(0, -1), null] })
}

/** Gives everybody a million SOL, and sets slot and clock far ahead. */
function inflateBalances(method: string, answer: unknown): unknown {
  const clock = Buffer.alloc(40)
  clock.writeBigInt64LE(9_000_000_000n, 32)
  const account = { lamports: 10 ** 15, owner: '1'.repeat(32), data: ['', 'base64'] }
  const first = { ...account, data: [clock.toString('base64'), 'base64'] }
  return changedAccounts(method, {
    answer,
    change: (accounts) => accounts.map((_, at) => (at ? account : first)),
    slot: 900_000_000,
  })
}

function changedAccounts(
  method: string,
  options: {
    answer: unknown
    change: (accounts: readonly unknown[]) => readonly unknown[]
    slot?: number
  },
): unknown {
  if (method !== 'getMultipleAccounts') return undefined
  const { context, value }: { context?: object; value?: unknown[] } = Object(options.answer)
  const { slot } = options
  return {
    context: { ...context, ...(slot !== undefined && { slot }) },
    value: options.change(value ?? []),
  }
}

function fillKey({ fillId }: SolanaFill) {
  return { solver: roles.solver, fillId }
}

async function readUnits({ recipient }: SolanaFill): Promise<bigint> {
  return (await harness.settlement.readBalance(recipient, toAsset('usdc'))).units
}
