import { encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { buildApproveCall, buildTransferCall } from '#chains/evm/operation/accountCalls.ts'
import { buildCancelCall, buildGrantCall } from '#chains/evm/orders/settlement.ts'
import { swapRouterAbi } from '#contracts/abi/swapRouter.ts'
import { uniswapV3PoolAbi } from '#contracts/abi/uniswapV3Pool.ts'
import { vault4626Abi } from '#contracts/abi/vault4626.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { mine } from '#testing/devnet/settlement.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { FailReason } from '#protocol/status/failReason.ts'
import { QuotedCall } from '#protocol/quotes/preparedTerms.ts'
import { findCallQuote } from '#service/storage/tables/preparedCalls.ts'
import { parseExecutionPlan } from '#service/executions/plan/parseExecutionPlan.ts'
import {
  bundleOvertaken,
  cosignerDisabled,
  dearGas,
  delegatedElsewhere,
  delegationEnded,
  deployedMeanwhile,
  nonceSpent,
  staleAuthorization,
} from './failureAccounts.ts'
import { getAddress, quoteCrossing, type Made, shop, swapOnLagoon } from './failureQuotes.ts'
import type { FailureHarness, FaultCase } from './failures.ts'
import type { TestOwner } from '#testing/harness/kinds.ts'

/** A cause of failure, and how to create a case of it. */
export type OwnCase = { cause: string; plot: (harness: FailureHarness) => Promise<FaultCase> }

const solver = privateKeyToAccount(devnetKeys.solver)
const { destinationSettler, swapRouter, vault } = devnetAddresses
const million = 1_000_000n

/** The causes within our own system, in an order in which none affects the next. */
export const ownCases = {
  SOLVER_CAPACITY_EXCEEDED: {
    cause: 'the solver’s inventory is gone when it is to deliver',
    plot: emptyInventory,
  },
  ORDER_IS_CANCELLED: {
    cause: 'the solver’s operator cancels the delivery by hand',
    plot: cancelled,
  },
  ORDER_ALREADY_FILLED: {
    cause: 'another process of the solver has lent to the same call already',
    plot: lentAlready,
  },
  TRANSFER_FAILED: { cause: 'the recipient takes no coins', plot: refusingRecipient },
  SWAP_USES_TOO_MUCH_GAS: {
    cause: 'the recipient’s code burns more gas than a delivery may cost',
    plot: burningRecipient,
  },
  TRANSFER_AMOUNT_EXCEEDS_BALANCE: {
    cause: 'the owner spends the money before it is deposited',
    plot: spentBeforeDeposit,
  },
  TRANSFER_FROM_FAILED: {
    cause: 'the owner spends the money before Uniswap takes it (STF)',
    plot: spentBeforeSwap,
  },
  TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE: {
    cause: 'the owner takes back the allowance that the call relies on',
    plot: allowanceTakenBack,
  },
  TOO_LITTLE_RECEIVED: {
    cause: 'the pool’s price moves by 10 % before a swap',
    plot: (harness) => movedPrice(harness, swapOnLagoon),
  },
  SLIPPAGE: {
    cause: 'the pool’s price moves by 10 % before a call that buys an exact amount',
    plot: (harness) => movedPrice(harness, exactPurchase),
  },
  PROTOCOL_DEX_ERROR: {
    cause: 'the pool’s price moves past the limit of a call’s swap (Uniswap’s SPL)',
    plot: (harness) => movedPrice(harness, limitedSwap),
  },
  ACCOUNT_ABSTRACTION_INVALID_NONCE: {
    cause: 'the owner brings another operation of the same nonce to the chain',
    plot: nonceSpent,
  },
  SIGNATURE_EXPIRED: {
    cause: 'somebody deploys the account that a personal_sign operation was to deploy',
    plot: deployedMeanwhile,
  },
  INVALID_SIGNATURE: {
    cause: 'the owner’s wallet sends a transaction, which makes its authorization stale',
    plot: staleAuthorization,
  },
  INVALID_SENDER: {
    cause: 'the owner delegates the account to another contract',
    plot: delegatedElsewhere,
  },
  MISSING_REVERT_DATA: {
    cause: 'the owner ends the delegation: the EntryPoint finds no code and says nothing',
    plot: delegationEnded,
  },
  TRANSACTION_REVERTED: {
    cause: 'the owner uses the nonce after the bundle was signed: the bundle reverts on the chain',
    plot: bundleOvertaken,
  },
  INVALID_GAS_PRICE: {
    cause: 'the chain’s base fee passes what a personal_sign operation was signed for',
    plot: dearGas,
  },
  ORDER_EXPIRED: {
    cause: 'the deposit’s deadline passes before it is made',
    plot: late,
  },
  ACCOUNT_ABSTRACTION_SIGNATURE_ERROR: {
    cause: 'the co-signer’s key is disabled on that chain',
    plot: cosignerDisabled,
  },
} as const satisfies Partial<Record<FailReason, OwnCase>>

async function emptyInventory(harness: FailureHarness): Promise<FaultCase> {
  const { owner, quote } = await quoteCrossing(harness, { to: harness.asset('Lagoon', 'WBTC') })
  const { scenarios } = harness.devnet
  return {
    owner,
    quote,
    at: 'fill',
    inject: () => scenarios.set('empty-solver-inventory', true),
    undo: () => scenarios.set('empty-solver-inventory', false),
  }
}

async function cancelled(harness: FailureHarness): Promise<FaultCase> {
  const to = harness.asset('Lagoon', 'USDC')
  const { owner, quote } = await quoteCrossing(harness, { to })
  const call = buildCancelCall(quote.id, { settler: destinationSettler })
  return { owner, quote, at: 'fill', inject: () => bySolver(harness, { on: to, call }) }
}

async function lentAlready(harness: FailureHarness): Promise<FaultCase> {
  const usdc = harness.asset('Lagoon', 'USDC')
  const owner = await harness.owner('roleBased', [[harness.asset('Firth', 'USDC'), 20n * million]])
  const { quote } = await harness.call(owner, {
    on: usdc,
    fromAssetId: harness.asset('Firth', 'USDC'),
    tokensRequired: [{ assetType: usdc, amount: '1000000' }],
    calls: [buildCall(buildTransferCall(getAddress(usdc), { recipient: shop, amount: million }))],
  })
  const row = await findCallQuote(harness.database.storage, quote.id)
  const { destination } = parseExecutionPlan(quote, {
    network: harness.network,
    chains: harness.services().chains,
    call: QuotedCall.parse(row?.call),
  })
  if (destination?.kind !== 'call') throw new Error('Nothing is lent to it.')
  const call = buildGrantCall(destination.grant, { settler: destinationSettler })
  return { owner, quote, at: 'grant', inject: () => bySolver(harness, { on: usdc, call }) }
}

/** Uses the solver's key without the service, as its operator would. */
function bySolver(
  harness: FailureHarness,
  { on, call }: { on: AssetType; call: ReturnType<typeof buildCancelCall> },
): Promise<void> {
  return harness.withoutWorker(() => mine(harness.nodeOf(on), { from: solver, calls: [call] }))
}

async function refusingRecipient(harness: FailureHarness): Promise<FaultCase> {
  const to = harness.asset('Lagoon', 'ETH')
  const recipient: EvmAddress = `0x00f1ee${'bf'.repeat(17)}`
  const made = await quoteCrossing(harness, { to, recipient })
  const { client } = harness.nodeOf(to)
  const bytecode = '0x5f5ffd'
  return { ...made, at: 'fill', inject: () => client.setCode({ address: recipient, bytecode }) }
}

async function burningRecipient(harness: FailureHarness): Promise<FaultCase> {
  const to = harness.asset('Lagoon', 'ETH')
  const recipient: EvmAddress = `0x00f1ee${'b0'.repeat(17)}`
  const made = await quoteCrossing(harness, { to, recipient })
  const { client } = harness.nodeOf(to)
  // Writes thirty words of storage.
  const bytecode = '0x601e5b80805560019003806002570000'
  return { ...made, at: 'fill', inject: () => client.setCode({ address: recipient, bytecode }) }
}

async function spentBeforeDeposit(harness: FailureHarness): Promise<FaultCase> {
  const { owner, quote } = await quoteCrossing(harness, { to: harness.asset('Delta', 'USDC') })
  const on = harness.asset('Firth', 'USDC')
  return { owner, quote, at: 'deposit', inject: () => spend(harness, { owner, on }) }
}

async function spentBeforeSwap(harness: FailureHarness): Promise<FaultCase> {
  const { owner, quote } = await swapOnLagoon(harness)
  const on = harness.asset('Lagoon', 'USDC')
  return { owner, quote, at: 'deposit', inject: () => spend(harness, { owner, on }) }
}

/** Spends most of what {@link quoteCrossing} and {@link swapOnLagoon} give. */
function spend(
  harness: FailureHarness,
  { owner, on }: { owner: TestOwner; on: AssetType },
): Promise<void> {
  const transfer = buildTransferCall(getAddress(on), { recipient: shop, amount: 19n * million })
  return harness.act(owner, { on, calls: [transfer] })
}

async function allowanceTakenBack(harness: FailureHarness): Promise<FaultCase> {
  const usdc = harness.asset('Lagoon', 'USDC')
  const owner = await harness.owner('roleBased', [[usdc, 20n * million]])
  function allow(amount: bigint): Promise<void> {
    const calls = [buildApproveCall(getAddress(usdc), { spender: vault, amount })]
    return harness.act(owner, { on: usdc, calls })
  }
  await allow(5n * million)
  const args = [5n * million, owner.account.accountAddress] as const
  const data = encodeFunctionData({ abi: vault4626Abi, functionName: 'deposit', args })
  const { quote } = await harness.call(owner, {
    on: usdc,
    tokensRequired: [{ assetType: usdc, amount: '5000000' }],
    calls: [{ to: vault, data, value: '0x0' }],
  })
  return { owner, quote, at: 'deposit', inject: () => allow(0n) }
}

async function movedPrice(
  harness: FailureHarness,
  make: (harness: FailureHarness) => Promise<Made>,
): Promise<FaultCase> {
  const made = await make(harness)
  const { scenarios } = harness.devnet
  return {
    ...made,
    at: 'deposit',
    inject: () => scenarios.set('moved-price', true),
    undo: () => scenarios.set('moved-price', false),
  }
}

async function exactPurchase(harness: FailureHarness): Promise<Made> {
  // 0.001 Ether for at most 3.1 dollars, of 5 the router is allowed to take.
  const functionName = 'exactOutputSingle'
  return quoteRouted(harness, (swap) =>
    encodeFunctionData({
      abi: swapRouterAbi,
      functionName,
      args: [{ ...swap, amountOut: 10n ** 15n, amountInMaximum: maxUnits, sqrtPriceLimitX96: 0n }],
    }),
  )
}

async function limitedSwap(harness: FailureHarness): Promise<Made> {
  const [weth, usdc] = ['WETH', 'USDC'].map((symbol) => getAddress(harness.asset('Lagoon', symbol)))
  if (!weth || !usdc) throw new Error('Lagoon has no such tokens.')
  const address = devnetAddresses.usdcWethPool
  const { client } = harness.nodeOf(harness.asset('Lagoon', 'WETH'))
  const read = { address, abi: uniswapV3PoolAbi, functionName: 'slot0' } as const
  const [now] = await client.readContract(read)
  // The limit is 2 % in the square root of the price, 4 % in the price of Ether.
  const sqrtPriceLimitX96 = (now * (BigInt(usdc) < BigInt(weth) ? 98n : 102n)) / 100n
  return quoteRouted(harness, (swap) =>
    encodeFunctionData({
      abi: swapRouterAbi,
      functionName: 'exactInputSingle',
      args: [{ ...swap, amountIn: maxUnits, amountOutMinimum: 0n, sqrtPriceLimitX96 }],
    }),
  )
}

const maxUnits = 3_100_000n

/** Quotes a call of the owner's to the router, with an exact allowance. */
async function quoteRouted(
  harness: FailureHarness,
  encode: (swap: {
    tokenIn: EvmAddress
    tokenOut: EvmAddress
    fee: number
    recipient: EvmAddress
    deadline: bigint
  }) => `0x${string}`,
): Promise<Made> {
  const usdc = harness.asset('Lagoon', 'USDC')
  const owner = await harness.owner('roleBased', [[usdc, 20n * million]])
  const data = encode({
    tokenIn: getAddress(usdc),
    tokenOut: getAddress(harness.asset('Lagoon', 'WETH')),
    fee: 500,
    recipient: owner.account.accountAddress,
    deadline: 2n ** 40n,
  })
  const needed = { assetType: usdc, amount: '5000000' }
  const { quote } = await harness.call(owner, {
    on: usdc,
    tokensRequired: [needed],
    allowanceRequirements: [{ ...needed, spender: swapRouter }],
    calls: [{ to: swapRouter, data, value: '0x0' }],
  })
  return { owner, quote }
}

async function late(harness: FailureHarness): Promise<FaultCase> {
  const from = harness.asset('Delta', 'USDC')
  const owner = await harness.owner('roleBased', [[from, 20n * million]])
  const to = harness.asset('Lagoon', 'USDC')
  const quote = await harness.swap(owner, { from, amount: '5000000', to })
  const { client } = harness.nodeOf(from)
  async function inject() {
    await client.increaseTime({ seconds: 1_200 })
    await client.mine({ blocks: 1 })
  }
  return { owner, quote, at: 'deposit', inject }
}

function buildCall({ to, data }: { to: EvmAddress; data: `0x${string}` }) {
  return { to, data, value: '0x0' } as const
}
