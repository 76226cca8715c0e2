import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { sendSigned } from '#devnet/solana/deploy/sendSigned.ts'
import { solanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { solanaTokens } from '#devnet/solana/plan/solanaTokens.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { hashSolanaFill } from '#protocol/orders/solanaOrder.ts'
import { readAttestation, signAttestation } from './attest.ts'
import { decodeMessage, encodeMessage } from '../codec/message.ts'
import { orderAddress } from '../program/addresses.ts'
import { bytesHex } from '../program/bytes.ts'
import { closeOrderInstruction, openInstruction } from '../program/orderInstructions.ts'
import { toWebInstruction } from '../deploy/webInstruction.ts'
import { assetOf, operationIn, type TestAsset, transferOf } from '#testing/solana/intents.ts'
import { theftsFrom } from '#testing/solana/alterations.ts'
import {
  attestorKey,
  fillOf,
  type SettlementScene,
  settlementAt,
  signedBy,
  startSettlementScene,
  sweepOf,
} from '#testing/solana/settlement.ts'

const { chainId, program, roles } = devnetSolana
const assets: readonly TestAsset[] = ['sol', 'usdc', 'token2022']
const validUntil = 0n
let scene: SettlementScene

beforeAll(async () => {
  scene = await startSettlementScene()
})
afterAll(() => scene.solana.stop())

describe.each(assets)('an order in %s', (asset) => {
  test('is opened, delivered and paid out on the word of the attestor', async () => {
    const user = await scene.wallet({ [asset]: 2_000_000_000n })
    const { order, orderHash, operation } = await scene.signedDeposit(user, asset)
    expect(await scene.stateOf(orderHash)).toBe('none')
    const opened = await scene.run({ kind: 'deposit', operation, validUntil })
    expect(opened).toMatchObject({ isSuccess: true, outcome: 'succeeded', reason: null })
    expect(await scene.stateOf(orderHash)).toBe('held')

    const fill = fillOf(asset)
    const filled = await scene.run({ kind: 'fill', fill, amount: 1_000_000n, makesAccount: true })
    expect(filled).toMatchObject({ isSuccess: true, outcome: 'none', reason: null })
    expect(await fillStateOf(fill.fillId)).toBe(
      hashSolanaFill(fill, { chainId, program, solver: roles.solver }),
    )
    expect(scene.settlement.hashFill(fill, roles.solver)).toBe(await fillStateOf(fill.fillId))

    const attestation = await scene.attest('release', order)
    const paidBefore = await unitsOf(roles.payee, asset)
    const released = await scene.run({ kind: 'release', order, attestation })
    expect(released).toMatchObject({ isSuccess: true, outcome: 'none' })
    expect((await unitsOf(roles.payee, asset)) - paidBefore).toBe(order.amount)
    expect(await scene.stateOf(orderHash)).toBe('released')
    const events = await scene.settlement.findOrderEvents(orderHash, { fromBlock: 0n })
    expect(events).toEqual([
      { kind: 'deposited', hash: opened.hash },
      { kind: 'released', hash: released.hash },
    ])
  })

  test('is cancelled and given back on the word of the attestor', async () => {
    const user = await scene.wallet({ [asset]: 2_000_000_000n })
    const { order, orderHash, operation } = await scene.signedDeposit(user, asset)
    await scene.run({ kind: 'deposit', operation, validUntil })
    const { fillId } = fillOf(asset)
    expect(await fillStateOf(fillId)).toBe('open')
    await scene.run({ kind: 'cancel', fillId })
    expect(await fillStateOf(fillId)).toBe('cancelled')
    const fill = fillOf(asset, { fillId })
    expect(
      await scene.refusalOf({ kind: 'fill', fill, amount: 1_000_000n, makesAccount: true }),
    ).toBe('ORDER_ALREADY_FILLED')
    const attestation = await scene.attest('refund', order)
    await scene.run({ kind: 'refund', order, attestation })
    expect(await scene.stateOf(orderHash)).toBe('refunded')
    expect(await scene.balanceOf(user, asset)).toBe(2_000_000_000n)
  })
})

test.each(assets)('a transfer of %s is signed by both and judged by its landing', async (asset) => {
  const user = await scene.wallet({ [asset]: 4_000_000_000n })
  const recipient = Keypair.generate()
  const intent = transferOf(user, { recipient, asset })
  const operation = signedBy(user, operationIn(await scene.chain.prepareOperation(intent)))
  const terms = scene.settlement.readTerms(operation)
  expect(terms).toMatchObject({ sender: user.publicKey.toBase58(), nonce: 0n, fee: 2_000_000n })
  expect(terms?.spends).toBe(3_002_000_000n)
  expect(terms?.deposit).toBeUndefined()
  const landing = await scene.run({ kind: 'deposit', operation, validUntil })
  expect(landing).toMatchObject({ isSuccess: true, outcome: 'succeeded' })
  expect(await unitsOf(recipient.publicKey.toBase58(), asset)).toBe(3_000_000_000n)
  // Signed again, it is the same transaction: nothing is paid twice.
  const again = await scene.run({ kind: 'deposit', operation, validUntil })
  expect(again).toEqual(landing)
  expect(await unitsOf(recipient.publicKey.toBase58(), asset)).toBe(3_000_000_000n)
})

test.each(assets)('inventory of %s is swept to the payee', async (asset) => {
  const before = await unitsOf(roles.payee, asset)
  const { holdings } = await scene.settlement.readInventory([assetOf(asset)])
  expect(await scene.run(sweepOf(asset, 123_456_789n))).toMatchObject({ outcome: 'none' })
  expect((await unitsOf(roles.payee, asset)) - before).toBe(123_456_789n)
  const after = await scene.settlement.readInventory([assetOf(asset)])
  expect(holdings[0]?.allowance).toBeUndefined()
  expect((holdings[0]?.units ?? 0n) - (after.holdings[0]?.units ?? 0n)).toBe(123_456_789n)
})

describe('what would fail is refused by its own name', () => {
  test('less SOL than keeps a new wallet alive', async () => {
    const fill = fillOf('sol', { minimumAmount: 1n })
    expect(await scene.refusalOf({ kind: 'fill', fill, amount: 5_000n })).toBe(
      'INSUFFICIENT_FUNDS_FOR_RENT',
    )
  })

  test.each(['sol', 'usdc'] as const)('more %s than the solver holds', async (asset) => {
    const amount = 10n ** 18n
    expect(
      await scene.refusalOf({ kind: 'fill', fill: fillOf(asset), amount, makesAccount: true }),
    ).toBe('SOLVER_CAPACITY_EXCEEDED')
  })

  test('a delivery that comes too late, and one that is too small', async () => {
    const late = fillOf('usdc', { fillDeadline: 1n })
    expect(
      await scene.refusalOf({ kind: 'fill', fill: late, amount: 1_000_000n, makesAccount: true }),
    ).toBe('ORDER_EXPIRED')
    const small = fillOf('usdc')
    expect(
      await scene.refusalOf({ kind: 'fill', fill: small, amount: 1n, makesAccount: true }),
    ).toBe('TOO_LITTLE_RECEIVED')
  })

  test('a deposit of what its user has not any more', async () => {
    const user = await scene.wallet({ usdc: 2_000_000_000n })
    const first = await scene.signedDeposit(user, 'usdc')
    const second = await scene.signedDeposit(user, 'usdc')
    const changed = { account: account(user), hasCode: true }
    expect(await scene.settlement.tryOperation(second.operation, changed)).toBeUndefined()
    await scene.run({ kind: 'deposit', operation: first.operation, validUntil })
    const third = { kind: 'deposit', operation: second.operation, validUntil } as const
    expect(await scene.refusalOf(third)).toBe('TRANSFER_AMOUNT_EXCEEDS_BALANCE')
    const tried = await scene.settlement.tryOperation(second.operation, changed)
    expect(tried?.refused).toBe('TRANSFER_AMOUNT_EXCEEDS_BALANCE')
  })

  test('a deposit without its user, by another, and changed after it was signed', async () => {
    const user = await scene.wallet({ usdc: 2_000_000_000n })
    const { operation } = await scene.signedDeposit(user, 'usdc')
    const { settlement } = scene
    expect(await settlement.recoverSigner(operation, account(user))).toBe(
      account(user).accountAddress,
    )
    const other = Keypair.generate()
    expect(await settlement.recoverSigner(operation, account(other))).toBeUndefined()
    const forgeries = [
      { ...operation, signature: undefined },
      signedBy(other, operation),
      { ...operation, signature: `${operation.signature}1` },
    ]
    for (const forged of forgeries) {
      expect(await settlement.recoverSigner(forged, account(user))).toBeUndefined()
      expect(await settlement.recoverApprover(forged)).toBeUndefined()
      const refusal = scene.refusalOf({ kind: 'deposit', operation: forged, validUntil })
      expect(await refusal).toBe('INVALID_SIGNATURE')
    }
  })
})

test('what the attestor signed of another payout, or beside it, gets no signature of ours', async () => {
  const user = await scene.wallet({ usdc: 2_000_000_000n })
  const { order, orderHash, operation } = await scene.signedDeposit(user, 'usdc')
  await scene.run({ kind: 'deposit', operation, validUntil })
  const other = await scene.attest('release', { ...order, amount: order.amount - 1n })
  const refund = await scene.attest('refund', order)
  const own = readAttestation(await scene.attest('release', order))
  const message = own && decodeMessage(own.message)
  if (!message) throw new Error('An attestation has a message.')
  const thief = { executor: roles.executor, thief: user.publicKey.toBase58() }
  const stolen = theftsFrom({ ...thief, token: { ...solanaTokens.usdc, decimals: 6 } })
    .filter(({ instruction }) => instruction.accounts.length > 0)
    .map(({ instruction }) => [...message.instructions, instruction])
    .map((instructions) => bytesHex(encodeMessage({ ...message, instructions })))
    .map((bytes) => signAttestation(bytes, attestorKey))
  for (const attestation of [other, refund, ...stolen, '0x' as const])
    expect(await scene.refusalOf({ kind: 'release', order, attestation })).toBe('INVALID_SIGNATURE')
  expect(await scene.stateOf(orderHash)).toBe('held')
})

test('what a user deposited without us, at its own cost, is paid out as any other', async () => {
  const user = await scene.wallet({ sol: 1_000_000_000n, usdc: 2_000_000_000n })
  const { order, orderHash, operation } = await scene.signedDeposit(user, 'usdc')
  const { tokenProgram } = solanaTokens.usdc
  const open = openInstruction(order, { program, rentPayer: order.depositor, tokenProgram })
  const instructions = [toWebInstruction(open)]
  const hash = await sendSigned(scene.solana.connection, { signers: [user], instructions })
  expect(await scene.stateOf(orderHash)).toBe('held')
  const events = await scene.settlement.findOrderEvents(orderHash, { fromBlock: 0n })
  expect(events).toEqual([{ kind: 'deposited', hash }])
  expect(await scene.refusalOf({ kind: 'deposit', operation, validUntil })).toBe('DOUBLE_SPEND')
  const before = await scene.lamportsOf(user.publicKey)
  const attestation = await scene.attest('release', order)
  await scene.run({ kind: 'release', order, attestation })
  expect(await scene.stateOf(orderHash)).toBe('released')
  expect(await scene.lamportsOf(user.publicKey)).toBeGreaterThan(before)
})

test('everything an executor pays is in the landings, but for rent that comes back', async () => {
  const executor = solanaKey('executor').publicKey
  const before = await scene.lamportsOf(executor)
  const user = await scene.wallet({ usdc: 2_000_000_000n })
  const { order, operation } = await scene.signedDeposit(user, 'usdc')
  const landings = [
    await scene.run({ kind: 'deposit', operation, validUntil }),
    await scene.run({ kind: 'fill', fill: fillOf('usdc'), amount: 1_000_000n, makesAccount: true }),
  ]
  const attestation = await scene.attest('release', order)
  landings.push(await scene.run({ kind: 'release', order, attestation }))
  const { connection } = scene.solana
  const [ofOrder, ofRecord] = await Promise.all(
    [296, 152].map((bytes) => connection.getMinimumBalanceForRentExemption(bytes)),
  )
  const lost = landings.reduce((sum, { sponsoredWei }) => sum + sponsoredWei, 0n)
  const locked = BigInt(ofOrder ?? 0) + BigInt(ofRecord ?? 0)
  expect(before - (await scene.lamportsOf(executor))).toBe(lost + locked)
})

test('state is of the slot asked for or later, and never of nonces', async () => {
  const head = await scene.settlement.readHead()
  const question = { orders: [], nonces: [{ sender: roles.solver, nonce: 0n }], fills: [] }
  const state = await scene.settlement.readState(question, head.number)
  expect(state.block.number).toBeGreaterThanOrEqual(head.number)
  expect(state).toMatchObject({ nonces: [false], threshold: 0 })
  const far = scene.settlement.readState(question, head.number + 1_000n)
  await expect(far).rejects.toThrow('does not answer')
})

test('a chain that is down is unavailable to everything that asks it', async () => {
  const dead = settlementAt(['http://127.0.0.1:9'])
  const [raw, { fillId }] = ['0x00', fillOf('usdc')] as const
  const asked = [
    dead.readHead(),
    dead.readState({ orders: [fillId], nonces: [], fills: [] }, 1n),
    dead.readBalance(roles.solver, assetOf('usdc')),
    dead.prepare({ kind: 'cancel', fillId }),
    dead.findOrderEvents(fillId, { fromBlock: 0n }),
  ]
  for (const one of asked) await expect(one).rejects.toThrow('does not answer')
  expect(await dead.broadcast(raw)).toBe('no answer')
})

test('a balance counts as of a slot before any in which it may still be spent', async () => {
  const user = await scene.wallet({ sol: 2_000_000_000n })
  const { connection } = scene.solana
  // Some of these land in the slot that the balance was read in.
  for (let count = 0; count < 12; count += 1) {
    const { block } = await scene.settlement.readBalance(user.publicKey.toBase58(), assetOf('sol'))
    const spend = SystemProgram.transfer({
      fromPubkey: user.publicKey,
      toPubkey: new PublicKey(roles.payee),
      lamports: 1_000_000 + count,
    })
    const signature = await sendSigned(connection, { signers: [user], instructions: [spend] })
    const { value } = await connection.getSignatureStatus(signature)
    expect(BigInt(value?.slot ?? 0)).toBeGreaterThan(block)
  }
})

// The last one: it moves the clock.
test('a refund without the attestor waits for the clock, and then anybody pays it', async () => {
  const user = await scene.wallet({ usdc: 2_000_000_000n })
  const { order, orderHash, operation } = await scene.signedDeposit(user, 'usdc')
  const refund = { kind: 'refund', order, attestation: undefined } as const
  await scene.run({ kind: 'deposit', operation, validUntil })
  expect(await scene.refusalOf(refund)).toBe('INVALID_SIGNATURE')
  await scene.solana.increaseTime(601)
  await scene.run(refund)
  expect(await scene.balanceOf(user, 'usdc')).toBe(2_000_000_000n)
  // Closed by anybody, its transactions still say what became of it.
  const address = orderAddress(order, program)
  const close = closeOrderInstruction({ program, order: address, rentPayer: roles.executor })
  const { connection } = scene.solana
  await sendSigned(connection, {
    signers: [solanaKey('deployer')],
    instructions: [toWebInstruction(close)],
  })
  expect(await connection.getAccountInfo(new PublicKey(address))).toBeNull()
  expect(await scene.stateOf(orderHash)).toBe('refunded')
})

function account(user: Keypair) {
  return { type: 'solana', accountAddress: user.publicKey.toBase58() }
}

async function unitsOf(owner: string, asset: TestAsset): Promise<bigint> {
  return (await scene.settlement.readBalance(owner, assetOf(asset))).units
}

async function fillStateOf(fillId: `0x${string}`) {
  const { number } = await scene.settlement.readHead()
  const fills = [{ solver: roles.solver, fillId }]
  const state = await scene.settlement.readState({ orders: [], nonces: [], fills }, number)
  return state.fills[0]
}
