import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { sendSigned } from '#devnet/solana/deploy/sendConfirmed.ts'
import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { solanaTokens } from '#devnet/solana/plan/mintInstructions.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { hashSolanaFill } from '#protocol/orders/solanaOrder.ts'
import { readAttestation, signAttestation } from './keys/solanaAttestation.ts'
import { decodeMessage, encodeMessage } from '../codec/message.ts'
import { getOrderAddress } from '../program/addresses.ts'
import { encodeHex } from '../program/bytes.ts'
import { buildCloseOrderInstruction, buildOpenInstruction } from '../program/orderInstructions.ts'
import { toWebInstruction } from '../program/instruction.ts'
import {
  toAsset,
  buildOperation,
  type SolanaTestAsset,
  buildTransfer,
} from '#testing/solana/intents.ts'
import { buildAttacks } from '#testing/solana/alterations.ts'
import {
  attestorKey,
  buildFill,
  type SettlementHarness,
  createSettlementAt,
  signOperation,
  startSettlementHarness,
  buildSweep,
} from '#testing/solana/settlement.ts'

const { chainId, program, roles } = devnetSolana
const assets: readonly SolanaTestAsset[] = ['sol', 'usdc', 'token2022']
const validUntil = 0n
let harness: SettlementHarness

beforeAll(async () => {
  harness = await startSettlementHarness()
})
afterAll(() => harness.solana.stop())

describe.each(assets)('an order in %s', (asset) => {
  test('is opened, delivered and paid out on the word of the attestor', async () => {
    const user = await harness.wallet({ [asset]: 2_000_000_000n })
    const { order, orderHash, operation } = await harness.signedDeposit(user, asset)
    expect(await harness.readState(orderHash)).toBe('none')
    const opened = await harness.run({ kind: 'deposit', operation, validUntil })
    expect(opened).toMatchObject({ isSuccess: true, outcome: 'succeeded', reason: null })
    expect(await harness.readState(orderHash)).toBe('held')

    const fill = buildFill(asset)
    const filled = await harness.run({ kind: 'fill', fill, amount: 1_000_000n, makesAccount: true })
    expect(filled).toMatchObject({ isSuccess: true, outcome: 'none', reason: null })
    expect(await readFillState(fill.fillId)).toBe(
      hashSolanaFill(fill, { chainId, program, solver: roles.solver }),
    )
    expect(harness.settlement.hashFill(fill, roles.solver)).toBe(await readFillState(fill.fillId))

    const attestation = await harness.attest('release', order)
    const paidBefore = await readUnits(roles.payee, asset)
    const released = await harness.run({ kind: 'release', order, attestation })
    expect(released).toMatchObject({ isSuccess: true, outcome: 'none' })
    expect((await readUnits(roles.payee, asset)) - paidBefore).toBe(order.amount)
    expect(await harness.readState(orderHash)).toBe('released')
    const events = await harness.settlement.findOrderEvents(orderHash, { fromBlock: 0n })
    expect(events).toEqual([
      { kind: 'deposited', hash: opened.hash },
      { kind: 'released', hash: released.hash },
    ])
  })

  test('is cancelled and given back on the word of the attestor', async () => {
    const user = await harness.wallet({ [asset]: 2_000_000_000n })
    const { order, orderHash, operation } = await harness.signedDeposit(user, asset)
    await harness.run({ kind: 'deposit', operation, validUntil })
    const { fillId } = buildFill(asset)
    expect(await readFillState(fillId)).toBe('open')
    await harness.run({ kind: 'cancel', fillId })
    expect(await readFillState(fillId)).toBe('cancelled')
    const fill = buildFill(asset, { fillId })
    expect(
      await harness.getError({ kind: 'fill', fill, amount: 1_000_000n, makesAccount: true }),
    ).toBe('ORDER_ALREADY_FILLED')
    const attestation = await harness.attest('refund', order)
    await harness.run({ kind: 'refund', order, attestation })
    expect(await harness.readState(orderHash)).toBe('refunded')
    expect(await harness.balanceOf(user, asset)).toBe(2_000_000_000n)
  })
})

test.each(assets)('a transfer of %s is signed by both and judged by its landing', async (asset) => {
  const user = await harness.wallet({ [asset]: 4_000_000_000n })
  const recipient = Keypair.generate()
  const intent = buildTransfer(user, { recipient, asset })
  const operation = signOperation(
    user,
    buildOperation(await harness.chain.prepareOperation(intent)),
  )
  const terms = harness.settlement.readTerms(operation)
  expect(terms).toMatchObject({ sender: user.publicKey.toBase58(), nonce: 0n, fee: 2_000_000n })
  expect(terms?.spends).toBe(3_002_000_000n)
  expect(terms?.deposit).toBeUndefined()
  const landing = await harness.run({ kind: 'deposit', operation, validUntil })
  expect(landing).toMatchObject({ isSuccess: true, outcome: 'succeeded' })
  expect(await readUnits(recipient.publicKey.toBase58(), asset)).toBe(3_000_000_000n)
  // Signed again, it is the same transaction: nothing is paid twice.
  const again = await harness.run({ kind: 'deposit', operation, validUntil })
  expect(again).toEqual(landing)
  expect(await readUnits(recipient.publicKey.toBase58(), asset)).toBe(3_000_000_000n)
})

test.each(assets)('inventory of %s is swept to the payee', async (asset) => {
  const before = await readUnits(roles.payee, asset)
  const { holdings } = await harness.settlement.readInventory([toAsset(asset)])
  expect(await harness.run(buildSweep(asset, 123_456_789n))).toMatchObject({ outcome: 'none' })
  expect((await readUnits(roles.payee, asset)) - before).toBe(123_456_789n)
  const after = await harness.settlement.readInventory([toAsset(asset)])
  expect(holdings[0]?.allowance).toBeUndefined()
  expect((holdings[0]?.units ?? 0n) - (after.holdings[0]?.units ?? 0n)).toBe(123_456_789n)
})

describe('what would fail is refused by its own name', () => {
  test('less SOL than keeps a new wallet alive', async () => {
    const fill = buildFill('sol', { minimumAmount: 1n })
    expect(await harness.getError({ kind: 'fill', fill, amount: 5_000n })).toBe(
      'INSUFFICIENT_FUNDS_FOR_RENT',
    )
  })

  test.each(['sol', 'usdc'] as const)('more %s than the solver holds', async (asset) => {
    const amount = 10n ** 18n
    expect(
      await harness.getError({ kind: 'fill', fill: buildFill(asset), amount, makesAccount: true }),
    ).toBe('SOLVER_CAPACITY_EXCEEDED')
  })

  test('a delivery that comes too late, and one that is too small', async () => {
    const late = buildFill('usdc', { fillDeadline: 1n })
    expect(
      await harness.getError({ kind: 'fill', fill: late, amount: 1_000_000n, makesAccount: true }),
    ).toBe('ORDER_EXPIRED')
    const small = buildFill('usdc')
    expect(
      await harness.getError({ kind: 'fill', fill: small, amount: 1n, makesAccount: true }),
    ).toBe('TOO_LITTLE_RECEIVED')
  })

  test('a deposit of what its user has not any more', async () => {
    const user = await harness.wallet({ usdc: 2_000_000_000n })
    const first = await harness.signedDeposit(user, 'usdc')
    const second = await harness.signedDeposit(user, 'usdc')
    const changed = { account: account(user), hasCode: true }
    expect(await harness.settlement.tryOperation(second.operation, changed)).toBeUndefined()
    await harness.run({ kind: 'deposit', operation: first.operation, validUntil })
    const third = { kind: 'deposit', operation: second.operation, validUntil } as const
    expect(await harness.getError(third)).toBe('TRANSFER_AMOUNT_EXCEEDS_BALANCE')
    const tried = await harness.settlement.tryOperation(second.operation, changed)
    expect(tried?.refused).toBe('TRANSFER_AMOUNT_EXCEEDS_BALANCE')
  })

  test('a deposit without its user, by another, and changed after it was signed', async () => {
    const user = await harness.wallet({ usdc: 2_000_000_000n })
    const { operation } = await harness.signedDeposit(user, 'usdc')
    const { settlement } = harness
    expect(await settlement.recoverSigner(operation, account(user))).toBe(
      account(user).accountAddress,
    )
    const other = Keypair.generate()
    expect(await settlement.recoverSigner(operation, account(other))).toBeUndefined()
    const forgeries = [
      { ...operation, signature: undefined },
      signOperation(other, operation),
      { ...operation, signature: `${operation.signature}1` },
    ]
    for (const forged of forgeries) {
      expect(await settlement.recoverSigner(forged, account(user))).toBeUndefined()
      expect(await settlement.recoverApprover(forged)).toBeUndefined()
      const error = harness.getError({ kind: 'deposit', operation: forged, validUntil })
      expect(await error).toBe('INVALID_SIGNATURE')
    }
  })
})

test('what the attestor signed of another payout, or beside it, gets no signature of ours', async () => {
  const user = await harness.wallet({ usdc: 2_000_000_000n })
  const { order, orderHash, operation } = await harness.signedDeposit(user, 'usdc')
  await harness.run({ kind: 'deposit', operation, validUntil })
  const other = await harness.attest('release', { ...order, amount: order.amount - 1n })
  const refund = await harness.attest('refund', order)
  const own = readAttestation(await harness.attest('release', order))
  const message = own && decodeMessage(own.message)
  if (!message) throw new Error('An attestation has a message.')
  const attacker = { executor: roles.executor, attacker: user.publicKey.toBase58() }
  const stolen = buildAttacks({ ...attacker, token: { ...solanaTokens.usdc, decimals: 6 } })
    .filter(({ instruction }) => instruction.accounts.length > 0)
    .map(({ instruction }) => [...message.instructions, instruction])
    .map((instructions) => encodeHex(encodeMessage({ ...message, instructions })))
    .map((bytes) => signAttestation(bytes, attestorKey))
  for (const attestation of [other, refund, ...stolen, '0x' as const])
    expect(await harness.getError({ kind: 'release', order, attestation })).toBe(
      'INVALID_SIGNATURE',
    )
  expect(await harness.readState(orderHash)).toBe('held')
})

test('what a user deposited without us, at its own cost, is paid out as any other', async () => {
  const user = await harness.wallet({ sol: 1_000_000_000n, usdc: 2_000_000_000n })
  const { order, orderHash, operation } = await harness.signedDeposit(user, 'usdc')
  const { tokenProgram } = solanaTokens.usdc
  const open = buildOpenInstruction(order, { program, rentPayer: order.depositor, tokenProgram })
  const instructions = [toWebInstruction(open)]
  const hash = await sendSigned(harness.solana.connection, { signers: [user], instructions })
  expect(await harness.readState(orderHash)).toBe('held')
  const events = await harness.settlement.findOrderEvents(orderHash, { fromBlock: 0n })
  expect(events).toEqual([{ kind: 'deposited', hash }])
  expect(await harness.getError({ kind: 'deposit', operation, validUntil })).toBe('DOUBLE_SPEND')
  const before = await harness.getLamports(user.publicKey)
  const attestation = await harness.attest('release', order)
  await harness.run({ kind: 'release', order, attestation })
  expect(await harness.readState(orderHash)).toBe('released')
  expect(await harness.getLamports(user.publicKey)).toBeGreaterThan(before)
})

test('everything an executor pays is in the landings, but for rent that comes back', async () => {
  const executor = deriveSolanaKey('executor').publicKey
  const before = await harness.getLamports(executor)
  const user = await harness.wallet({ usdc: 2_000_000_000n })
  const { order, operation } = await harness.signedDeposit(user, 'usdc')
  const landings = [
    await harness.run({ kind: 'deposit', operation, validUntil }),
    await harness.run({
      kind: 'fill',
      fill: buildFill('usdc'),
      amount: 1_000_000n,
      makesAccount: true,
    }),
  ]
  const attestation = await harness.attest('release', order)
  landings.push(await harness.run({ kind: 'release', order, attestation }))
  const { connection } = harness.solana
  const [ofOrder, ofRecord] = await Promise.all(
    [296, 152].map((bytes) => connection.getMinimumBalanceForRentExemption(bytes)),
  )
  const lost = landings.reduce((sum, { sponsoredWei }) => sum + sponsoredWei, 0n)
  const locked = BigInt(ofOrder ?? 0) + BigInt(ofRecord ?? 0)
  expect(before - (await harness.getLamports(executor))).toBe(lost + locked)
})

test('state is of the slot asked for or later, and never of nonces', async () => {
  const head = await harness.settlement.readHead()
  const question = { orders: [], nonces: [{ sender: roles.solver, nonce: 0n }], fills: [] }
  const state = await harness.settlement.readState(question, head.number)
  expect(state.block.number).toBeGreaterThanOrEqual(head.number)
  expect(state).toMatchObject({ nonces: [false], threshold: 0 })
  const far = harness.settlement.readState(question, head.number + 1_000n)
  await expect(far).rejects.toThrow('does not answer')
})

test('a chain that is down is unavailable to everything that asks it', async () => {
  const dead = createSettlementAt(['http://127.0.0.1:9'])
  const [raw, { fillId }] = ['0x00', buildFill('usdc')] as const
  const asked = [
    dead.readHead(),
    dead.readState({ orders: [fillId], nonces: [], fills: [] }, 1n),
    dead.readBalance(roles.solver, toAsset('usdc')),
    dead.prepare({ kind: 'cancel', fillId }),
    dead.findOrderEvents(fillId, { fromBlock: 0n }),
  ]
  for (const one of asked) await expect(one).rejects.toThrow('does not answer')
  expect(await dead.broadcast(raw)).toBe('no answer')
})

test('a balance counts as of a slot before any in which it may still be spent', async () => {
  const user = await harness.wallet({ sol: 2_000_000_000n })
  const { connection } = harness.solana
  // Some of these land in the slot in which the balance was read.
  for (let count = 0; count < 12; count += 1) {
    const { block } = await harness.settlement.readBalance(
      user.publicKey.toBase58(),
      toAsset('sol'),
    )
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

// Runs last: it moves the clock.
test('a refund without the attestor waits for the clock, and then anybody pays it', async () => {
  const user = await harness.wallet({ usdc: 2_000_000_000n })
  const { order, orderHash, operation } = await harness.signedDeposit(user, 'usdc')
  const refund = { kind: 'refund', order, attestation: undefined } as const
  await harness.run({ kind: 'deposit', operation, validUntil })
  expect(await harness.getError(refund)).toBe('INVALID_SIGNATURE')
  await harness.solana.increaseTime(601)
  await harness.run(refund)
  expect(await harness.balanceOf(user, 'usdc')).toBe(2_000_000_000n)
  // Once closed, its transactions still show its outcome.
  const address = getOrderAddress(order, program)
  const close = buildCloseOrderInstruction({ program, order: address, rentPayer: roles.executor })
  const { connection } = harness.solana
  await sendSigned(connection, {
    signers: [deriveSolanaKey('deployer')],
    instructions: [toWebInstruction(close)],
  })
  expect(await connection.getAccountInfo(new PublicKey(address))).toBeNull()
  expect(await harness.readState(orderHash)).toBe('refunded')
})

function account(user: Keypair) {
  return { type: 'solana', accountAddress: user.publicKey.toBase58() }
}

async function readUnits(owner: string, asset: SolanaTestAsset): Promise<bigint> {
  return (await harness.settlement.readBalance(owner, toAsset(asset))).units
}

async function readFillState(fillId: `0x${string}`) {
  const { number } = await harness.settlement.readHead()
  const fills = [{ solver: roles.solver, fillId }]
  const state = await harness.settlement.readState({ orders: [], nonces: [], fills }, number)
  return state.fills[0]
}
