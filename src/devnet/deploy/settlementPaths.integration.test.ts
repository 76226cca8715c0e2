import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  buildApproveCall,
  buildDepositCall,
  nativeToken,
} from '#chains/evm/operation/accountCalls.ts'
import { buildRefund } from '#chains/evm/orders/settlementAbi.ts'
import { buildCancelCall, buildFillCall, buildReleaseCall } from '#chains/evm/orders/settlement.ts'
import { packUserOperation } from '#chains/evm/operation/userOperation.ts'
import { destinationSettlerAbi } from '#contracts/abi/destinationSettler.ts'
import { originEscrowAbi } from '#contracts/abi/originEscrow.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { type AssetType, type EvmAddress, toEvmChainId } from '#protocol/ids/caip.ts'
import { type Fill, hashFill, hashOrder, hashOrders, type Order } from '#protocol/orders/order.ts'
import { devnetKeys } from '../plan/keys.ts'
import type { DevnetChain } from './startChains.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import {
  buildBundleCall,
  executor,
  buildGuardedBatch,
  signAsService,
  buildSponsoredOperation,
  createTestAccount,
} from '#testing/devnet/account.ts'
import {
  signAttestation,
  getDevnetChain,
  getChanges,
  buildFill,
  readHoldings,
  mine,
  generateHash,
  buildOrder,
  getRevertName,
  readTime,
} from '#testing/devnet/settlement.ts'

const account = createTestAccount({
  session: `0x${'d1'.repeat(32)}`,
  admin: `0x${'d2'.repeat(32)}`,
})
const thirdParty = privateKeyToAccount(`0x${'d3'.repeat(32)}`)
const recipient: EvmAddress = `0x${'d4'.repeat(20)}`
const solver = privateKeyToAccount(devnetKeys.solver)
const { originEscrow, destinationSettler, usdc, usdt18, wbtc, weth } = devnetAddresses

/** A swap, with amounts that rounding would change. */
type SwapTerms = {
  token: EvmAddress
  amount: bigint
  fee: bigint
  wanted: EvmAddress
  units: bigint
}

const swaps: [title: string, swap: SwapTerms][] = [
  [
    '6 decimals for 18',
    { ...pair(usdc, usdt18), amount: 123_456_789n, fee: 7n, units: 123_456_788_999_999_999_999n },
  ],
  ['8 decimals for 6', { ...pair(wbtc, usdc), amount: 1_234_567n, fee: 1n, units: 740_740_201n }],
  [
    '18 decimals for coins',
    { ...pair(weth, nativeToken), amount: 10n ** 17n + 1n, fee: 3n, units: 10n ** 17n - 3n },
  ],
  [
    'coins for 8 decimals',
    { ...pair(nativeToken, wbtc), amount: 10n ** 17n + 9n, fee: 0n, units: 499_999n },
  ],
]

let devnet: TestDevnet
let origin: DevnetChain
let destination: DevnetChain

beforeAll(async () => {
  devnet = await startTestDevnet()
  origin = getDevnetChain(devnet, 'Firth')
  destination = getDevnetChain(devnet, 'Delta')
  const chainId = toEvmChainId(origin.number)
  const tokens = [usdc, wbtc, weth].map((token): AssetType => `${chainId}/erc20:${token}`)
  await devnet.faucet.send(
    account.address,
    [...tokens, `${chainId}/slip44:60` as const].map((assetType) => ({
      assetType,
      amount: 2n * 10n ** 18n,
    })),
  )
  const coins = { assetType: `${chainId}/slip44:60`, amount: 10n ** 18n } as const
  await devnet.faucet.send(thirdParty.address, [coins])
})
afterAll(() => devnet.stop())

describe.each(swaps)('%s', (_, swap) => {
  test('deposit, fill, release: everybody has what the order says, to the smallest unit', async () => {
    const { order, fill } = await agreed(swap)
    const before = await taken(swap)
    await deposit(order)
    expect(await stateOf(order)).toBe(1)
    expect(getChanges(before.origin, (await taken(swap)).origin)).toEqual({
      ...unchanged,
      account: -swap.amount - swap.fee,
      escrow: swap.amount + swap.fee,
    })

    const call = buildFillCall(fill, { settler: destinationSettler, amount: swap.units })
    const gas = await mine(destination, { from: solver, calls: [call] })
    expect(await fillOf(fill)).toBe(order.fillHash)

    const attestation = await signAttestation(origin, { order, verdict: 'Filled' })
    const release = buildReleaseCall(order, { escrow: originEscrow, attestation })
    await mine(origin, { from: executor, calls: [release] })
    const after = await taken(swap)
    expect(await stateOf(order)).toBe(2)
    expect(getChanges(before.origin, after.origin)).toEqual({
      ...unchanged,
      account: -swap.amount - swap.fee,
      payee: swap.amount,
      feeReceiver: swap.fee,
    })
    expect(getChanges(before.destination, after.destination)).toEqual({
      solver: -swap.units - (swap.wanted === nativeToken ? gas : 0n),
      settler: 0n,
      recipient: swap.units,
    })
  })

  test('deposit, cancel, attested refund: everybody has what they had', async () => {
    const { order, fill } = await agreed(swap)
    const before = await taken(swap)
    await deposit(order)
    const call = buildCancelCall(fill.fillId, { settler: destinationSettler })
    const gas = await mine(destination, { from: solver, calls: [call] })
    const attestation = await signAttestation(origin, { order, verdict: 'Cancelled' })
    const refund = buildRefund(order, { escrow: originEscrow, attestation })
    await mine(origin, { from: thirdParty, calls: [refund] })

    const after = await taken(swap)
    expect(await stateOf(order)).toBe(3)
    expect(getChanges(before.origin, after.origin)).toEqual(unchanged)
    expect(getChanges(before.destination, after.destination)).toEqual({
      solver: swap.wanted === nativeToken ? -gas : 0n,
      settler: 0n,
      recipient: 0n,
    })
  })
})

test('of two legs of one fill each is released on the chain where it lies', async () => {
  const swap = { ...pair(usdc, usdt18), amount: 5_000_001n, fee: 2n, units: 10n ** 19n }
  const second = getDevnetChain(devnet, 'Lagoon')
  const assetType = `${second.chainId}/erc20:${usdc}` as const
  await devnet.faucet.send(account.address, [{ assetType, amount: 5_000_003n }])
  const { payee, feeReceiver } = devnet.network.roles
  const { token, amount, fee } = swap
  const fillId = generateHash()
  const terms = { token, amount, fee, payee, feeReceiver, depositor: account.address, fillId }
  const drafts = [await buildOrder(origin, terms), await buildOrder(second, terms)]
  const { fill, fillHash } = await bound([origin, second], { orders: drafts, swap })
  const orders = drafts.map((draft): Order => ({ ...draft, fillHash }))
  const paths = [origin, second].map((chain, index) => ({ chain, order: at(orders, index) }))
  const before = await Promise.all(paths.map(({ chain }) => ledger(chain, usdc)))
  for (const { chain, order } of paths) await deposit(order, chain)
  const call = buildFillCall(fill, { settler: destinationSettler, amount: swap.units })
  await mine(destination, { from: solver, calls: [call] })
  for (const { chain, order } of paths) {
    const attestation = await signAttestation(chain, { order, verdict: 'Filled' })
    const release = buildReleaseCall(order, { escrow: originEscrow, attestation })
    await mine(chain, { from: executor, calls: [release] })
  }
  const after = await Promise.all(paths.map(({ chain }) => ledger(chain, usdc)))
  expect(before.map((one, index) => getChanges(one, at(after, index)))).toEqual(
    paths.map(() => ({ ...unchanged, account: -5_000_003n, payee: 5_000_001n, feeReceiver: 2n })),
  )
})

describe('while the service is down for good', () => {
  let own: TestDevnet

  beforeAll(async () => {
    own = await startTestDevnet()
  })
  afterAll(() => own.stop())

  test('a third party can refund a deposit once refundAfter has passed, and not before', async () => {
    const chain = getDevnetChain(own, 'Firth')
    const { payee, feeReceiver } = own.network.roles
    await own.faucet.send(account.address, [
      { assetType: `${chain.chainId}/erc20:${usdc}`, amount: 4_000_007n },
    ])
    await own.faucet.send(thirdParty.address, [
      { assetType: `${chain.chainId}/slip44:60`, amount: 10n ** 18n },
    ])
    const terms = { depositor: account.address, token: usdc, payee, feeReceiver }
    const order = await buildOrder(chain, { ...terms, amount: 4_000_000n, fee: 7n })
    const before = await ledger(chain, usdc)
    await deposit(order, chain)
    const refund = buildRefund(order, { escrow: originEscrow })
    expect(await getRevertName(chain, { ...refund, from: thirdParty.address })).toBe('NotAttested')

    await chain.client.setNextBlockTimestamp({ timestamp: order.refundAfter })
    await chain.client.mine({ blocks: 1 })
    expect(await readTime(chain)).toBeGreaterThanOrEqual(order.refundAfter)
    await mine(chain, { from: thirdParty, calls: [refund] })
    expect(getChanges(before, await ledger(chain, usdc))).toEqual(unchanged)
    expect(await stateOf(order, chain)).toBe(3)
    expect(await getRevertName(chain, { ...refund, from: thirdParty.address })).toBe('OrderNotHeld')
  })
})

/** No balance changes on the origin chain. */
const unchanged = { account: 0n, escrow: 0n, payee: 0n, feeReceiver: 0n }

function pair(token: EvmAddress, wanted: EvmAddress) {
  return { token, wanted }
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index]
  if (value === undefined) throw new Error(`There is no value ${index}.`)
  return value
}

/** An order and its fill, as in a quote. */
async function agreed(swap: SwapTerms): Promise<{ order: Order; fill: Fill }> {
  const { payee, feeReceiver } = devnet.network.roles
  const { token, amount, fee } = swap
  const draft = await buildOrder(origin, {
    token,
    amount,
    fee,
    payee,
    feeReceiver,
    depositor: account.address,
  })
  const { fill, fillHash } = await bound([origin], { orders: [draft], swap })
  return { order: { ...draft, fillHash }, fill }
}

/** The fill of orders on these chains, in the same order. */
async function bound(
  chains: readonly DevnetChain[],
  { orders, swap }: { orders: readonly Order[]; swap: SwapTerms },
) {
  const legs = orders.map((order, index) => {
    const { chainId } = at(chains, index)
    return { ...order, chainId, escrow: originEscrow }
  })
  const fill = await buildFill(destination, {
    recipient,
    fillId: at(orders, 0).fillId,
    ordersHash: hashOrders(legs),
    token: swap.wanted,
    minimumAmount: swap.units,
  })
  return { fill, fillHash: hashFill(fill, fillPlace()) }
}

function fillPlace() {
  return {
    chainNumber: destination.number,
    settler: destinationSettler,
    solver: solver.address,
  }
}

/** Sends the account's sponsored deposit batch; the first on a chain deploys the account. */
async function deposit(order: Order, chain = origin): Promise<void> {
  const { token, amount, fee } = order
  const approval = buildApproveCall(token, { spender: originEscrow, amount: amount + fee })
  const callData = await buildGuardedBatch(chain, [
    ...(token === nativeToken ? [] : [approval]),
    buildDepositCall(originEscrow, order),
  ])
  const op = packUserOperation(await buildSponsoredOperation(chain, { account, callData }))
  const signed = await signAsService(chain, op, { approver: account.session })
  await mine(chain, { from: executor, calls: [buildBundleCall(signed)] })
}

async function taken({ token, wanted }: SwapTerms) {
  return {
    origin: await ledger(origin, token),
    destination: await readHoldings(destination, {
      token: wanted,
      holders: { solver: solver.address, settler: destinationSettler, recipient },
    }),
  }
}

function ledger(chain: DevnetChain, token: EvmAddress) {
  const { payee, feeReceiver } = devnet.network.roles
  const holders = { account: account.address, escrow: originEscrow, payee, feeReceiver }
  return readHoldings(chain, { token, holders })
}

/** None 0, held 1, released 2, refunded 3. */
function stateOf(order: Order, chain = origin): Promise<number> {
  const place = { chainNumber: chain.number, escrow: originEscrow }
  return chain.client.readContract({
    address: originEscrow,
    abi: originEscrowAbi,
    functionName: 'stateOf',
    args: [hashOrder(order, place)],
  })
}

function fillOf({ fillId }: Fill) {
  return destination.client.readContract({
    address: destinationSettler,
    abi: destinationSettlerAbi,
    functionName: 'fillOf',
    args: [solver.address, fillId],
  })
}
