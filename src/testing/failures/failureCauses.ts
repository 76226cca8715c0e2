import { encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { approveCall, transferCall } from '#chains/evm/operation/accountCalls.ts'
import { cancelCall, grantCall } from '#chains/evm/orders/settlement.ts'
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
import { planOf } from '#service/executions/plan/planOf.ts'
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
import { addressOf, crossing, type Made, shop, swapOnLagoon } from './failureQuotes.ts'
import type { FailureScene, Plot } from './failures.ts'
import type { TestOwner } from '#testing/harness/kinds.ts'

/** What happens to an execution in the world that it runs in, and how. */
export type OwnCase = { cause: string; plot: (scene: FailureScene) => Promise<Plot> }

const solver = privateKeyToAccount(devnetKeys.solver)
const { destinationSettler, swapRouter, vault } = devnetAddresses
const million = 1_000_000n

/** The cases that our own system meets, in an order in which none spoils the next. */
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
    plot: (scene) => movedPrice(scene, swapOnLagoon),
  },
  SLIPPAGE: {
    cause: 'the pool’s price moves by 10 % before a call that buys an exact amount',
    plot: (scene) => movedPrice(scene, exactPurchase),
  },
  PROTOCOL_DEX_ERROR: {
    cause: 'the pool’s price moves past the limit of a call’s swap (Uniswap’s SPL)',
    plot: (scene) => movedPrice(scene, limitedSwap),
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

async function emptyInventory(scene: FailureScene): Promise<Plot> {
  const { owner, quote } = await crossing(scene, { to: scene.asset('Lagoon', 'WBTC') })
  const { scenarios } = scene.devnet
  return {
    owner,
    quote,
    at: 'fill',
    strike: () => scenarios.set('empty-solver-inventory', true),
    undo: () => scenarios.set('empty-solver-inventory', false),
  }
}

async function cancelled(scene: FailureScene): Promise<Plot> {
  const to = scene.asset('Lagoon', 'USDC')
  const { owner, quote } = await crossing(scene, { to })
  const call = cancelCall(quote.id, { settler: destinationSettler })
  return { owner, quote, at: 'fill', strike: () => bySolver(scene, { on: to, call }) }
}

async function lentAlready(scene: FailureScene): Promise<Plot> {
  const usdc = scene.asset('Lagoon', 'USDC')
  const owner = await scene.owner('roleBased', [[scene.asset('Firth', 'USDC'), 20n * million]])
  const { quote } = await scene.call(owner, {
    on: usdc,
    fromAssetId: scene.asset('Firth', 'USDC'),
    tokensRequired: [{ assetType: usdc, amount: '1000000' }],
    calls: [callOf(transferCall(addressOf(usdc), { recipient: shop, amount: million }))],
  })
  const row = await findCallQuote(scene.database.storage, quote.id)
  const { destination } = planOf(quote, {
    network: scene.network,
    chains: scene.desk().chains,
    call: QuotedCall.parse(row?.call),
  })
  if (destination?.kind !== 'call') throw new Error('Nothing is lent to it.')
  const call = grantCall(destination.grant, { settler: destinationSettler })
  return { owner, quote, at: 'grant', strike: () => bySolver(scene, { on: usdc, call }) }
}

/** The solver's key is used without the service, as its operator would. */
function bySolver(
  scene: FailureScene,
  { on, call }: { on: AssetType; call: ReturnType<typeof cancelCall> },
): Promise<void> {
  return scene.withoutWorker(() => mine(scene.nodeOf(on), { from: solver, calls: [call] }))
}

async function refusingRecipient(scene: FailureScene): Promise<Plot> {
  const to = scene.asset('Lagoon', 'ETH')
  const recipient: EvmAddress = `0x00f1ee${'bf'.repeat(17)}`
  const made = await crossing(scene, { to, recipient })
  const { client } = scene.nodeOf(to)
  const bytecode = '0x5f5ffd'
  return { ...made, at: 'fill', strike: () => client.setCode({ address: recipient, bytecode }) }
}

async function burningRecipient(scene: FailureScene): Promise<Plot> {
  const to = scene.asset('Lagoon', 'ETH')
  const recipient: EvmAddress = `0x00f1ee${'b0'.repeat(17)}`
  const made = await crossing(scene, { to, recipient })
  const { client } = scene.nodeOf(to)
  // Thirty words of storage, one after the other.
  const bytecode = '0x601e5b80805560019003806002570000'
  return { ...made, at: 'fill', strike: () => client.setCode({ address: recipient, bytecode }) }
}

async function spentBeforeDeposit(scene: FailureScene): Promise<Plot> {
  const { owner, quote } = await crossing(scene, { to: scene.asset('Delta', 'USDC') })
  const on = scene.asset('Firth', 'USDC')
  return { owner, quote, at: 'deposit', strike: () => spend(scene, { owner, on }) }
}

async function spentBeforeSwap(scene: FailureScene): Promise<Plot> {
  const { owner, quote } = await swapOnLagoon(scene)
  const on = scene.asset('Lagoon', 'USDC')
  return { owner, quote, at: 'deposit', strike: () => spend(scene, { owner, on }) }
}

/** All but a little of what {@link crossing} and {@link swapOnLagoon} give. */
function spend(
  scene: FailureScene,
  { owner, on }: { owner: TestOwner; on: AssetType },
): Promise<void> {
  const transfer = transferCall(addressOf(on), { recipient: shop, amount: 19n * million })
  return scene.act(owner, { on, calls: [transfer] })
}

async function allowanceTakenBack(scene: FailureScene): Promise<Plot> {
  const usdc = scene.asset('Lagoon', 'USDC')
  const owner = await scene.owner('roleBased', [[usdc, 20n * million]])
  function allow(amount: bigint): Promise<void> {
    const calls = [approveCall(addressOf(usdc), { spender: vault, amount })]
    return scene.act(owner, { on: usdc, calls })
  }
  await allow(5n * million)
  const args = [5n * million, owner.account.accountAddress] as const
  const data = encodeFunctionData({ abi: vault4626Abi, functionName: 'deposit', args })
  const { quote } = await scene.call(owner, {
    on: usdc,
    tokensRequired: [{ assetType: usdc, amount: '5000000' }],
    calls: [{ to: vault, data, value: '0x0' }],
  })
  return { owner, quote, at: 'deposit', strike: () => allow(0n) }
}

async function movedPrice(
  scene: FailureScene,
  make: (scene: FailureScene) => Promise<Made>,
): Promise<Plot> {
  const made = await make(scene)
  const { scenarios } = scene.devnet
  return {
    ...made,
    at: 'deposit',
    strike: () => scenarios.set('moved-price', true),
    undo: () => scenarios.set('moved-price', false),
  }
}

async function exactPurchase(scene: FailureScene): Promise<Made> {
  // 0.001 Ether for at most 3.1 dollars, of 5 that the router may take.
  const functionName = 'exactOutputSingle'
  return routed(scene, (swap) =>
    encodeFunctionData({
      abi: swapRouterAbi,
      functionName,
      args: [{ ...swap, amountOut: 10n ** 15n, amountInMaximum: mostUnits, sqrtPriceLimitX96: 0n }],
    }),
  )
}

async function limitedSwap(scene: FailureScene): Promise<Made> {
  const [weth, usdc] = ['WETH', 'USDC'].map((symbol) => addressOf(scene.asset('Lagoon', symbol)))
  if (!weth || !usdc) throw new Error('Lagoon has no such tokens.')
  const address = devnetAddresses.usdcWethPool
  const { client } = scene.nodeOf(scene.asset('Lagoon', 'WETH'))
  const read = { address, abi: uniswapV3PoolAbi, functionName: 'slot0' } as const
  const [now] = await client.readContract(read)
  // Ether may become four percent dearer: the price's root moves by two.
  const sqrtPriceLimitX96 = (now * (BigInt(usdc) < BigInt(weth) ? 98n : 102n)) / 100n
  return routed(scene, (swap) =>
    encodeFunctionData({
      abi: swapRouterAbi,
      functionName: 'exactInputSingle',
      args: [{ ...swap, amountIn: mostUnits, amountOutMinimum: 0n, sqrtPriceLimitX96 }],
    }),
  )
}

const mostUnits = 3_100_000n

/** A call of the owner's own to the router, with an exact allowance. */
async function routed(
  scene: FailureScene,
  encode: (swap: {
    tokenIn: EvmAddress
    tokenOut: EvmAddress
    fee: number
    recipient: EvmAddress
    deadline: bigint
  }) => `0x${string}`,
): Promise<Made> {
  const usdc = scene.asset('Lagoon', 'USDC')
  const owner = await scene.owner('roleBased', [[usdc, 20n * million]])
  const data = encode({
    tokenIn: addressOf(usdc),
    tokenOut: addressOf(scene.asset('Lagoon', 'WETH')),
    fee: 500,
    recipient: owner.account.accountAddress,
    deadline: 2n ** 40n,
  })
  const needed = { assetType: usdc, amount: '5000000' }
  const { quote } = await scene.call(owner, {
    on: usdc,
    tokensRequired: [needed],
    allowanceRequirements: [{ ...needed, spender: swapRouter }],
    calls: [{ to: swapRouter, data, value: '0x0' }],
  })
  return { owner, quote }
}

async function late(scene: FailureScene): Promise<Plot> {
  const from = scene.asset('Delta', 'USDC')
  const owner = await scene.owner('roleBased', [[from, 20n * million]])
  const to = scene.asset('Lagoon', 'USDC')
  const quote = await scene.swap(owner, { from, amount: '5000000', to })
  const { client } = scene.nodeOf(from)
  async function strike() {
    await client.increaseTime({ seconds: 1_200 })
    await client.mine({ blocks: 1 })
  }
  return { owner, quote, at: 'deposit', strike }
}

function callOf({ to, data }: { to: EvmAddress; data: `0x${string}` }) {
  return { to, data, value: '0x0' } as const
}
