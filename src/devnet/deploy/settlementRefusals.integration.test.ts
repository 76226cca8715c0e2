import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  buildApproveCall,
  buildDepositCall,
  buildGuardCall,
  nativeToken,
} from '#chains/evm/operation/accountCalls.ts'
import type { AttestedState } from '#chains/evm/settlement/evmKeys.ts'
import { buildRefund } from '#chains/evm/orders/settlementAbi.ts'
import { buildCancelCall, buildFillCall, buildReleaseCall } from '#chains/evm/orders/settlement.ts'
import type { TransactionCall } from '#chains/evm/rpc/transaction.ts'
import { originEscrowAbi } from '#contracts/abi/originEscrow.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { type AssetType, type EvmAddress, toEvmChainId } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type { Fill, Order } from '#protocol/orders/order.ts'
import { devnetKeys } from '../plan/keys.ts'
import type { DevnetChain } from './startChains.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import {
  signAttestation,
  getDevnetChain,
  buildFill,
  buildGrantCall,
  mine,
  generateHash,
  buildOrder,
  buildPullCall,
  getRevertName,
  type TestGrant,
  readTime,
} from '#testing/devnet/settlement.ts'

const payer = privateKeyToAccount(`0x${'b1'.repeat(32)}`)
const thirdParty = privateKeyToAccount(`0x${'b2'.repeat(32)}`)
const solver = privateKeyToAccount(devnetKeys.solver)
const { originEscrow, destinationSettler, usdc } = devnetAddresses

/** A call that should revert, and its sender. */
type Attempt = TransactionCall & { from: EvmAddress }
type Case = [title: string, error: string, attempt: () => Promise<Attempt>]

let devnet: TestDevnet
let chain: DevnetChain

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = getDevnetChain(devnet, 'Firth')
  const coins: AssetType = `${toEvmChainId(chain.number)}/slip44:60`
  const token: AssetType = `${toEvmChainId(chain.number)}/erc20:${usdc}`
  await devnet.faucet.send(payer.address, [
    { assetType: coins, amount: 10n ** 18n },
    { assetType: token, amount: 1_000_000_000n },
  ])
  await devnet.faucet.send(thirdParty.address, [
    { assetType: coins, amount: 10n ** 18n },
    { assetType: token, amount: 1_000_000_000n },
  ])
  await mine(chain, { from: payer, calls: [allowance()] })
  await mine(chain, { from: thirdParty, calls: [allowance()] })
})
afterAll(() => devnet.stop())

describe('the escrow refuses', () => {
  test.each<Case>([
    ['a deposit after its deadline', 'DepositExpired', () => late()],
    ['a deposit that another pays', 'NotDepositor', () => paid({}, thirdParty.address)],
    ['a deposit that is there already', 'OrderKnown', async () => deposit(await held())],
    ['a deposit that was released', 'OrderKnown', async () => deposit(await released())],
    ['a deposit that was refunded', 'OrderKnown', async () => deposit(await refunded())],
    ['a lock beyond its longest', 'RefundTimeOutOfRange', () => locked(60n)],
    ['a refund time before the deposit deadline', 'RefundTimeOutOfRange', () => refundFirst()],
    ['an order of nothing', 'EmptyOrder', () => paid({ amount: 0n })],
    ['too few coins', 'WrongNativeValue', () => paidInCoins((sum) => sum - 1n)],
    ['too many coins', 'WrongNativeValue', () => paidInCoins((sum) => sum + 1n)],
    ['coins sent with a token', 'WrongNativeValue', () => paidWithCoins()],
    ['a release of what was never deposited', 'OrderNotHeld', async () => release(await order())],
    ['a release without a word', 'NotAttested', async () => release(await held(), '0x')],
    ['a release on the word of nobody known', 'NotAttested', () => forged('Filled')],
    [
      'a release on the word that it was cancelled',
      'NotAttested',
      () => attestedOtherwise('Cancelled'),
    ],
    ['a release on the word about another order', 'NotAttested', () => attestedElsewhere()],
    ['a second release', 'OrderNotHeld', async () => release(await released())],
    ['a release after a refund', 'OrderNotHeld', async () => release(await refunded())],
    ['an early refund without a word', 'NotAttested', async () => refund(await held(), '0x')],
    ['an early refund on the word of nobody known', 'NotAttested', () => forged('Cancelled')],
    [
      'an early refund on the word that it was filled',
      'NotAttested',
      () => attestedOtherwise('Filled'),
    ],
    ['a second refund', 'OrderNotHeld', async () => refund(await refunded())],
    ['a refund after a release', 'OrderNotHeld', async () => refund(await released())],
  ])('%s: %s', refuses)

  test('none of the same, unspoilt', async () => {
    expect(await getRevertName(chain, await paid({}))).toBe('taken')
    expect(await getRevertName(chain, await locked(-60n))).toBe('taken')
    expect(await getRevertName(chain, await paidInCoins((sum) => sum))).toBe('taken')
    expect(await getRevertName(chain, await release(await held()))).toBe('taken')
    expect(await getRevertName(chain, await refund(await held()))).toBe('taken')
  })
})

describe('the settler refuses', () => {
  test.each<Case>([
    ['a second fill', 'FillKnown', async () => delivery(await filled())],
    ['a fill after cancelling', 'FillKnown', async () => delivery(await cancelled())],
    ['to cancel what is filled', 'FillKnown', async () => cancellation(await filled())],
    ['to cancel twice', 'FillKnown', async () => cancellation(await cancelled())],
    ['a fill after its deadline', 'FillExpired', () => lateFill()],
    ['a fill under its minimum', 'TooLittleDelivered', () => shortFill()],
    ['a fill in coins without the coins', 'WrongNativeValue', () => coinFill(-1n)],
    ['a fill in coins with too many', 'WrongNativeValue', () => coinFill(1n)],
    ['a fill to itself', 'BadRecipient', () => fillTo(destinationSettler)],
    ['a fill to nobody', 'BadRecipient', () => fillTo(nativeToken)],
    ['a pull without a grant', 'NotGranted', async () => pull(await grant())],
    [
      'a pull by a third party',
      'NotGranted',
      async () => pull(await granted(), thirdParty.address),
    ],
    ['a pull of more than granted', 'NotGranted', () => greedyPull()],
    ['a second pull', 'NotGranted', async () => pull(await pulled())],
    ['a pull after cancelling', 'NotGranted', () => pullAfterCancel()],
    ['a second grant', 'GrantKnown', async () => grantAgain(await granted())],
    ['a grant after it was pulled', 'FillKnown', async () => grantAgain(await pulled())],
    ['a grant after its deadline', 'FillExpired', () => lateGrant()],
  ])('%s: %s', refuses)

  test('none of the same, unspoilt', async () => {
    const fill = await someFill()
    expect(await getRevertName(chain, delivery(fill))).toBe('taken')
    expect(await getRevertName(chain, cancellation(fill))).toBe('taken')
    expect(await getRevertName(chain, await coinFill(0n))).toBe('taken')
    expect(await getRevertName(chain, pull(await granted()))).toBe('taken')
  })
})

describe('the guard refuses', () => {
  test.each<Case>([
    ['a window that is over', 'OutsideValidity', () => guarded({ from: -200n, until: -100n })],
    ['a window that is to come', 'OutsideValidity', () => guarded({ from: 100n, until: 200n })],
  ])('%s: %s', refuses)

  test('no window that is open', async () => {
    expect(await getRevertName(chain, await guarded({ from: -100n, until: 100n }))).toBe('taken')
  })
})

async function refuses(_: string, error: string, attempt: () => Promise<Attempt>): Promise<void> {
  expect(await getRevertName(chain, await attempt())).toBe(error)
}

function allowance(): TransactionCall {
  return buildApproveCall(usdc, { spender: originEscrow, amount: 2n ** 255n })
}

function order(terms: Partial<Order> = {}): Promise<Order> {
  const { payee, feeReceiver } = devnet.network.roles
  return buildOrder(chain, { depositor: payer.address, token: usdc, payee, feeReceiver, ...terms })
}

function deposit(order: Order, from: EvmAddress = payer.address): Attempt {
  return { ...buildDepositCall(originEscrow, order), from }
}

async function paid(terms: Partial<Order>, from?: EvmAddress): Promise<Attempt> {
  return deposit(await order(terms), from)
}

async function late(): Promise<Attempt> {
  return paid({ depositDeadline: (await readTime(chain)) - 60n })
}

/** An order locked this much longer than the escrow allows. */
async function locked(beyondSeconds: bigint): Promise<Attempt> {
  const longest = await chain.client.readContract({
    address: originEscrow,
    abi: originEscrowAbi,
    functionName: 'MAX_LOCK',
  })
  return paid({ refundAfter: (await readTime(chain)) + longest + beyondSeconds })
}

async function refundFirst(): Promise<Attempt> {
  const now = await readTime(chain)
  return paid({ depositDeadline: now + 120n, refundAfter: now + 120n })
}

async function paidInCoins(change: (sum: bigint) => bigint): Promise<Attempt> {
  const attempt = await paid({ token: nativeToken })
  return { ...attempt, value: change(attempt.value) }
}

async function paidWithCoins(): Promise<Attempt> {
  return { ...(await paid({})), value: 1n }
}

async function held(): Promise<Order> {
  const made = await order()
  await mine(chain, { from: payer, calls: [buildDepositCall(originEscrow, made)] })
  return made
}

async function released(): Promise<Order> {
  const made = await held()
  await mine(chain, { from: thirdParty, calls: [await release(made)] })
  return made
}

async function refunded(): Promise<Order> {
  const made = await held()
  await mine(chain, { from: thirdParty, calls: [await refund(made)] })
  return made
}

/** A release with the attestor's signature, unless another one is given. */
async function release(order: Order, signature?: Hex): Promise<Attempt> {
  const attestation = signature ?? (await signAttestation(chain, { order, verdict: 'Filled' }))
  return {
    ...buildReleaseCall(order, { escrow: originEscrow, attestation }),
    from: thirdParty.address,
  }
}

/** A refund with the attestor's signature, unless another one is given. */
async function refund(order: Order, signature?: Hex): Promise<Attempt> {
  const attestation = signature ?? (await signAttestation(chain, { order, verdict: 'Cancelled' }))
  return { ...buildRefund(order, { escrow: originEscrow, attestation }), from: thirdParty.address }
}

/** The right attestation, signed by the solver. */
async function forged(verdict: AttestedState): Promise<Attempt> {
  const order = await held()
  const key: Hash = devnetKeys.solver
  const signature = await signAttestation(chain, { order, verdict, key })
  return verdict === 'Filled' ? release(order, signature) : refund(order, signature)
}

/** A genuine attestation used for the other outcome. */
async function attestedOtherwise(verdict: AttestedState): Promise<Attempt> {
  const order = await held()
  const signature = await signAttestation(chain, { order, verdict })
  return verdict === 'Filled' ? refund(order, signature) : release(order, signature)
}

async function attestedElsewhere(): Promise<Attempt> {
  const signature = await signAttestation(chain, { order: await order(), verdict: 'Filled' })
  return release(await held(), signature)
}

function someFill(terms: Partial<Fill> = {}): Promise<Fill> {
  return buildFill(chain, { recipient: payer.address, token: usdc, ...terms })
}

function delivery(fill: Fill, amount = fill.minimumAmount): Attempt {
  return { ...buildFillCall(fill, { settler: destinationSettler, amount }), from: solver.address }
}

function cancellation({ fillId }: Fill): Attempt {
  return { ...buildCancelCall(fillId, { settler: destinationSettler }), from: solver.address }
}

async function filled(): Promise<Fill> {
  const fill = await someFill()
  await mine(chain, { from: solver, calls: [delivery(fill)] })
  return fill
}

async function cancelled(): Promise<Fill> {
  const fill = await someFill()
  await mine(chain, { from: solver, calls: [cancellation(fill)] })
  return fill
}

async function lateFill(): Promise<Attempt> {
  return delivery(await someFill({ fillDeadline: (await readTime(chain)) - 60n }))
}

async function shortFill(): Promise<Attempt> {
  const fill = await someFill()
  return delivery(fill, fill.minimumAmount - 1n)
}

async function coinFill(surplus: bigint): Promise<Attempt> {
  const attempt = delivery(await someFill({ token: nativeToken }))
  return { ...attempt, value: attempt.value + surplus }
}

async function fillTo(recipient: EvmAddress): Promise<Attempt> {
  return delivery(await someFill({ recipient }))
}

/** A valid grant of the solver to the payer. */
async function grant(): Promise<TestGrant> {
  const deadline = (await readTime(chain)) + 300n
  return {
    prepareId: generateHash(),
    account: payer.address,
    tokens: [usdc, nativeToken],
    amounts: [5_000_001n, 7n],
    deadline,
  }
}

async function granted(): Promise<TestGrant> {
  const made = await grant()
  await mine(chain, { from: solver, calls: [buildGrantCall(made)] })
  return made
}

async function pulled(): Promise<TestGrant> {
  const made = await granted()
  await mine(chain, { from: payer, calls: [buildPullCall(solver.address, made)] })
  return made
}

function pull(grant: TestGrant, from: EvmAddress = payer.address): Attempt {
  return { ...buildPullCall(solver.address, grant), from }
}

async function greedyPull(): Promise<Attempt> {
  return pull({ ...(await granted()), amounts: [5_000_002n, 7n] })
}

async function pullAfterCancel(): Promise<Attempt> {
  const made = await granted()
  const call = buildCancelCall(made.prepareId, { settler: destinationSettler })
  await mine(chain, { from: solver, calls: [call] })
  return pull(made)
}

function grantAgain(grant: TestGrant): Attempt {
  return { ...buildGrantCall(grant), from: solver.address }
}

async function lateGrant(): Promise<Attempt> {
  return grantAgain({ ...(await grant()), deadline: (await readTime(chain)) - 60n })
}

async function guarded(window: { from: bigint; until: bigint }): Promise<Attempt> {
  const now = await readTime(chain)
  const call = buildGuardCall(devnetAddresses.validityGuard, {
    validAfter: now + window.from,
    validUntil: now + window.until,
  })
  return { ...call, from: thirdParty.address }
}
