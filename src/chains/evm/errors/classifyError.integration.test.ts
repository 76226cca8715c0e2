import { encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { swapRouterAbi } from '#contracts/abi/swapRouter.ts'
import { vault4626Abi } from '#contracts/abi/vault4626.ts'
import { wrappedNativeAbi } from '#contracts/abi/wrappedNative.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import {
  buildBundleCall,
  buildCreateCall,
  executor,
  buildGuardedBatch,
  signAsService,
  buildSponsoredOperation,
  createTestAccount,
} from '#testing/devnet/account.ts'
import {
  signAttestation,
  getDevnetChain,
  buildFill,
  mine,
  buildOrder,
  readTime,
} from '#testing/devnet/settlement.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { type EvmAddress, toEvmChainId } from '#protocol/ids/caip.ts'
import type { FailReason } from '#protocol/status/failReason.ts'
import type { Fill, Order } from '#protocol/orders/order.ts'
import {
  buildApproveCall,
  buildDepositCall,
  nativeToken,
  buildTransferCall,
} from '../operation/accountCalls.ts'
import { encodeBatch } from '../operation/batch.ts'
import { buildRefund } from '../orders/settlementAbi.ts'
import { classifyError, type ErrorPlace } from './classifyError.ts'
import { signPaymasterData } from '../build/signPaymasterData.ts'
import { findRevertData } from '../rpc/nodeErrors.ts'
import { buildCancelCall, buildFillCall, buildReleaseCall } from '../orders/settlement.ts'
import type { TransactionCall } from '../rpc/transaction.ts'
import { packUserOperation, type UserOp } from '../operation/userOperation.ts'

const payer = privateKeyToAccount(`0x${'d1'.repeat(32)}`)
const poor = privateKeyToAccount(`0x${'d2'.repeat(32)}`)
const solver = privateKeyToAccount(devnetKeys.solver)
const account = createTestAccount({
  session: `0x${'d3'.repeat(32)}`,
  admin: `0x${'d4'.repeat(32)}`,
})
const { originEscrow, destinationSettler, usdc, weth, vault, swapRouter } = devnetAddresses

/** A reverting call, its sender and its place. */
type Attempt = TransactionCall & { from: EvmAddress; place?: ErrorPlace }
type Case = [cause: string, reason: FailReason, attempt: () => Promise<Attempt> | Attempt]

let devnet: TestDevnet
let chain: DevnetChain

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = getDevnetChain(devnet, 'Firth')
  const chainId = toEvmChainId(chain.number)
  for (const to of [payer.address, account.address])
    await devnet.faucet.send(to, [
      { assetType: `${chainId}/slip44:60`, amount: 10n ** 18n },
      { assetType: `${chainId}/erc20:${usdc}`, amount: 1_000_000_000n },
    ])
  const spenders = [originEscrow, swapRouter]
  const calls = spenders.map((spender) => buildApproveCall(usdc, { spender, amount: 2n ** 255n }))
  await mine(chain, { from: payer, calls })
  await mine(chain, { from: executor, calls: [buildCreateCall(account)] })
})
afterAll(() => devnet.stop())

describe('what real contracts revert with on a real node is named: tokens and exchanges', () => {
  test.each<Case>([
    ['more than is held', 'TRANSFER_AMOUNT_EXCEEDS_BALANCE', () => getTransfer(poor.address)],
    ['more than is allowed', 'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE', () => takenBy(poor.address)],
    ['a withdrawal of more than is in', 'TRANSFER_AMOUNT_EXCEEDS_BALANCE', () => withdrawal()],
    ['a mint by a third party', 'INVALID_SENDER', () => mint()],
    ['WETH that is not there', 'TRANSFER_AMOUNT_EXCEEDS_BALANCE', () => unwrapping()],
    [
      'a swap under its minimum',
      'TOO_LITTLE_RECEIVED',
      () => swap({ amountOutMinimum: 10n ** 30n }),
    ],
    ['a swap after its deadline', 'ORDER_EXPIRED', () => swap({ deadline: 1n })],
    ['a swap of nothing', 'ZERO_SELL_AMOUNT', () => swap({ amountIn: 0n })],
    ['a swap that is not allowed', 'TRANSFER_FROM_FAILED', () => swap({}, poor.address)],
    ['a swap without a pool', 'MISSING_REVERT_DATA', () => swap({ fee: 77 })],
    ['a batch that is none', 'EXECUTION_REVERTED', () => malformed()],
  ])('%s is %s', isNamed)
})

describe('the same: deposits and deliveries', () => {
  test.each<Case>([
    ['a deposit twice', 'DOUBLE_SPEND', async () => deposit(await held())],
    ['a deposit of nothing', 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL', () => spoilt({ amount: 0n })],
    ['a deposit by another', 'INVALID_SENDER', async () => deposit(await order(), poor.address)],
    ['a deposit that is late', 'ORDER_EXPIRED', () => spoilt({ depositDeadline: 1n })],
    ['too few coins', 'INSUFFICIENT_NATIVE_TOKENS_SUPPLIED', () => tooFewCoins()],
    ['a release that nobody attested', 'INVALID_SIGNATURE', () => unattested()],
    ['a refund after the release', 'ORDER_ALREADY_FILLED', () => refundOfReleased()],
    ['a delivery after cancelling', 'ORDER_IS_CANCELLED', () => fillAfter('cancel')],
    ['a second delivery', 'ORDER_ALREADY_FILLED', () => fillAfter('fill')],
    ['a delivery of too little', 'TOO_LITTLE_RECEIVED', () => fill({ lessBy: 1n })],
    [
      'a delivery without inventory',
      'SOLVER_CAPACITY_EXCEEDED',
      () => fill({ from: poor.address }),
    ],
    ['a delivery of wrong coins', 'INCORRECT_PAYMENT', () => fill({ moreWei: 1n })],
    ['a recipient who refuses', 'TRANSFER_FAILED', () => fill({ recipient: usdc, isNative: true })],
  ])('%s is %s', isNamed)
})

describe('the same: user operations', () => {
  test.each<Case>([
    ['a nonce that was used', 'ACCOUNT_ABSTRACTION_INVALID_NONCE', () => usedNonce()],
    ['an approval by a third party', 'ACCOUNT_ABSTRACTION_SIGNATURE_ERROR', () => bundle({}, poor)],
    ['a sponsorship that is over', 'SIGNATURE_EXPIRED', () => sponsoredFor(-60n)],
    ['a bundle by a third party', 'INVALID_SENDER', () => thirdPartyBundle()],
    [
      'gas beyond all bounds',
      'INVALID_GAS_PRICE',
      () => bundle({ preVerificationGas: 2n ** 127n }),
    ],
    ['an account made twice', 'TRANSACTION_REVERTED', () => madeTwice()],
  ])('%s is %s', isNamed)
})

async function isNamed(_: string, reason: FailReason, attempt: Case[2]): Promise<void> {
  const { from, place = 'operation', ...call } = await attempt()
  const error: unknown = await chain.client.call({ ...call, account: from }).catch((it) => it)
  const data = findRevertData(error)
  if (data === undefined) throw new Error('It did not revert.', { cause: error })
  expect(classifyError(data, place)).toBe(reason)
}

function getTransfer(from: EvmAddress): Attempt {
  return { ...buildTransferCall(usdc, { recipient: payer.address, amount: 1n }), from }
}

function takenBy(from: EvmAddress): Attempt {
  const data = encodeFunctionData({
    abi: devTokenAbi,
    functionName: 'transferFrom',
    args: [payer.address, from, 1n],
  })
  return { to: usdc, data, value: 0n, from }
}

function mint(): Attempt {
  const args = [poor.address, 1n] as const
  const data = encodeFunctionData({ abi: devTokenAbi, functionName: 'mint', args })
  return { to: usdc, data, value: 0n, from: poor.address }
}

function withdrawal(): Attempt {
  const args = [1n, poor.address, poor.address] as const
  const data = encodeFunctionData({ abi: vault4626Abi, functionName: 'withdraw', args })
  return { to: vault, data, value: 0n, from: poor.address }
}

function unwrapping(): Attempt {
  const data = encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'withdraw', args: [1n] })
  return { to: weth, data, value: 0n, from: poor.address }
}

type SwapTerms = { amountIn: bigint; amountOutMinimum: bigint; deadline: bigint; fee: number }

function swap(terms: Partial<SwapTerms>, from: EvmAddress = payer.address): Attempt {
  const single = {
    tokenIn: usdc,
    tokenOut: weth,
    recipient: from,
    fee: 500,
    amountIn: 1_000_000n,
    amountOutMinimum: 0n,
    deadline: 2n ** 40n,
    sqrtPriceLimitX96: 0n,
    ...terms,
  }
  const data = encodeFunctionData({
    abi: swapRouterAbi,
    functionName: 'exactInputSingle',
    args: [single],
  })
  return { to: swapRouter, data, value: 0n, from }
}

function malformed(): Attempt {
  const data = encodeBatch([buildTransferCall(usdc, { recipient: payer.address, amount: 1n })])
  // An unsupported execution mode.
  const other = `${data.slice(0, 10)}ff${data.slice(12)}` as const
  return {
    to: account.address,
    data: `0x${other.slice(2)}`,
    value: 0n,
    from: account.admin.address,
  }
}

function order(terms: Partial<Order> = {}): Promise<Order> {
  const { payee, feeReceiver } = devnet.network.roles
  return buildOrder(chain, { depositor: payer.address, token: usdc, payee, feeReceiver, ...terms })
}

function deposit(made: Order, from: EvmAddress = payer.address): Attempt {
  return { ...buildDepositCall(originEscrow, made), from }
}

async function spoilt(terms: Partial<Order>): Promise<Attempt> {
  return deposit(await order(terms))
}

async function tooFewCoins(): Promise<Attempt> {
  const attempt = await spoilt({ token: nativeToken })
  return { ...attempt, value: attempt.value - 1n }
}

async function held(): Promise<Order> {
  const made = await order()
  await mine(chain, { from: payer, calls: [buildDepositCall(originEscrow, made)] })
  return made
}

async function unattested(): Promise<Attempt> {
  const call = buildReleaseCall(await held(), { escrow: originEscrow, attestation: '0x' })
  return { ...call, from: solver.address, place: 'settlement' }
}

async function refundOfReleased(): Promise<Attempt> {
  const made = await held()
  const [filled, cancelled] = await Promise.all([
    signAttestation(chain, { order: made, verdict: 'Filled' }),
    signAttestation(chain, { order: made, verdict: 'Cancelled' }),
  ])
  const release = buildReleaseCall(made, { escrow: originEscrow, attestation: filled })
  await mine(chain, { from: solver, calls: [release] })
  const refund = buildRefund(made, { escrow: originEscrow, attestation: cancelled })
  return { ...refund, from: solver.address, place: 'settlement' }
}

async function fill(
  options: {
    from?: EvmAddress
    lessBy?: bigint
    moreWei?: bigint
    recipient?: EvmAddress
    isNative?: boolean
  } = {},
): Promise<Attempt> {
  const { from = solver.address, lessBy = 0n, moreWei = 0n, recipient = payer.address } = options
  const token = options.isNative === true ? nativeToken : usdc
  const made = await buildFill(chain, { recipient, token })
  const call = delivery(made, made.minimumAmount - lessBy)
  return { ...call, value: call.value + moreWei, from, place: 'fill' }
}

async function fillAfter(what: 'fill' | 'cancel'): Promise<Attempt> {
  const made = await buildFill(chain, { recipient: payer.address, token: usdc })
  const settler = destinationSettler
  const before = what === 'fill' ? delivery(made) : buildCancelCall(made.fillId, { settler })
  await mine(chain, { from: solver, calls: [before] })
  return { ...delivery(made), from: solver.address, place: 'fill' }
}

function delivery(made: Fill, amount = made.minimumAmount): TransactionCall {
  return buildFillCall(made, { settler: destinationSettler, amount })
}

async function bundle(change: Partial<UserOp>, approver = account.session): Promise<Attempt> {
  const spend = buildTransferCall(usdc, { recipient: poor.address, amount: 1n })
  const callData = await buildGuardedBatch(chain, [spend])
  const op = { ...(await buildSponsoredOperation(chain, { account, callData })), ...change }
  const signed = await signAsService(chain, packUserOperation(op), { approver })
  return { ...buildBundleCall(signed), from: executor.address }
}

async function usedNonce(): Promise<Attempt> {
  const { from, ...call } = await bundle({})
  await mine(chain, { from: executor, calls: [call] })
  return { ...call, from }
}

async function sponsoredFor(seconds: bigint): Promise<Attempt> {
  const spend = buildTransferCall(usdc, { recipient: poor.address, amount: 1n })
  const callData = await buildGuardedBatch(chain, [spend])
  const op = await buildSponsoredOperation(chain, { account, callData })
  const paymasterData = await signPaymasterData(op, {
    key: devnetKeys.paymasterSigner,
    chainNumber: chain.number,
    paymaster: op.paymaster,
    validUntil: (await readTime(chain)) + seconds,
  })
  const packed = packUserOperation({ ...op, paymasterData })
  const signed = await signAsService(chain, packed, { approver: account.session })
  return { ...buildBundleCall(signed), from: executor.address }
}

async function thirdPartyBundle(): Promise<Attempt> {
  return { ...(await bundle({})), from: poor.address }
}

function madeTwice(): Promise<Attempt> {
  const { to: factory, data: factoryData } = buildCreateCall(account)
  return bundle({ deployment: { factory, factoryData } })
}
