import { encodeFunctionData, erc20Abi, hexToBigInt, numberToHex } from 'viem'

import { swapRouterAbi } from '#contracts/abi/swapRouter.ts'
import { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { UnlistedTrial } from '../../ports/chain.ts'
import { generateRandomHex, type PendingBlock } from '../calls/simulateBlocks.ts'
import type { EvmClient } from '../rpc/client.ts'

/** A trade to simulate after a block: `units` are passed on and half of them sold; 0 only buys. */
export type TradeTrial = {
  trial: UnlistedTrial & { router: EvmAddress }
  units: bigint
  block: PendingBlock
}

/** The steps of a trade: swaps, transfers and approvals, and what is read after them. */
export type StepName =
  | 'take'
  | 'approve'
  | 'buy'
  | 'bought'
  | 'pass'
  | 'left'
  | 'passed'
  | 'permit'
  | 'sell'
  | 'back'
  | 'kept'
  | 'places'
  /** Read some minutes later. */
  | 'later'
  | 'laterPlaces'

/** The result of each step, with the first word of what it returned. */
export type Outcomes = ReadonlyMap<StepName, { result: StepResult; value: bigint | undefined }>

type StepResult = {
  status: Hex
  returnData: Hex
  logs: readonly { topics: readonly unknown[] }[]
  error?: { data?: unknown } | undefined
}

type Step = { name: StepName; to: EvmAddress; data: Hex; gas: number; from?: EvmAddress }

/** What each call may take, which bounds what a hostile token makes a node do and answer. */
const gas = { swap: 1_500_000, change: 500_000, read: 200_000 } as const

/** Code that leaves a log without topics whenever it is called: it shows a token that calls receivers. */
const witnessCode: Hex = '0x5f5fa000'

/** Seconds from the latest block to the trade, and to reading again: odd apart, for odd tokens. */
const tradeSeconds = 1n
const laterSeconds = 602n

/**
 * Simulates a purchase from the pool by an address that nobody has used; where `units` are given it
 * passes them on, and the next address sells half of them. What is paid is taken out of the pool.
 *
 * @throws ChainUnavailableError if the chain does not answer. Source: `eth_simulateV1`.
 */
export async function simulateTrade(
  client: EvmClient,
  { trial, units, block }: TradeTrial,
): Promise<Outcomes> {
  const actors = {
    buyer: EvmAddress.parse(generateRandomHex(20)),
    seller: EvmAddress.parse(generateRandomHex(20)),
  }
  const purchase = buildPurchase(trial, actors)
  const now = units === 0n ? purchase : [...purchase, ...buildResale(trial, { ...actors, units })]
  const later = units === 0n ? [] : buildLaterReads(trial, actors)
  const blocks = await client.trials.request({
    method: 'eth_simulateV1',
    params: [
      {
        blockStateCalls: [
          {
            blockOverrides: buildBlock(block, tradeSeconds),
            stateOverrides: {
              [actors.buyer]: { code: witnessCode },
              [actors.seller]: { code: witnessCode },
            },
            calls: now.map(toCall),
          },
          ...(later.length === 0
            ? []
            : [{ blockOverrides: buildBlock(block, laterSeconds), calls: later.map(toCall) }]),
        ],
        validation: false,
        traceTransfers: false,
      },
      numberToHex(block.number),
    ],
  })
  const results = blocks.flatMap(({ calls }) => calls)
  return new Map(
    [...now, ...later].map(({ name }, index) => {
      const result = results[index]
      if (!result) throw new Error(`${client.chainId} left out a step of a simulation.`)
      return [name, readOutcome(result)]
    }),
  )
}

function readOutcome(answer: Omit<StepResult, 'logs'> & { logs?: StepResult['logs'] | undefined }) {
  const { logs = [], status, returnData, error } = answer
  const isWord = returnData.length >= 66
  const value = isWord ? hexToBigInt(`0x${returnData.slice(2, 66)}`) : undefined
  return { result: { status, returnData, logs, error }, value }
}

function toCall({ from, to, data, gas: limit }: Step) {
  return { ...(from && { from }), to, data, gas: numberToHex(limit) }
}

/** The next block, or one some seconds later; random as a real one's would be. */
function buildBlock({ number, time, feeRecipient }: PendingBlock, seconds: bigint) {
  return {
    number: numberToHex(number + (seconds === tradeSeconds ? 1n : 2n)),
    time: numberToHex(time + seconds),
    feeRecipient,
    prevRandao: generateRandomHex(32),
  }
}

type Actors = { buyer: EvmAddress; seller: EvmAddress }
type Trial = TradeTrial['trial']

function buildPurchase(trial: Trial, { buyer }: Actors): readonly Step[] {
  const { token, pairedWith, pool, router, amount } = trial
  return [
    { name: 'take', from: pool, to: pairedWith, data: encodeTransfer(buyer, amount), ...changing },
    {
      name: 'approve',
      from: buyer,
      to: pairedWith,
      data: encodeApprove(router, amount),
      ...changing,
    },
    {
      name: 'buy',
      from: buyer,
      to: router,
      data: encodeSwap(trial, { tokenIn: pairedWith, recipient: buyer, amount }),
      gas: gas.swap,
    },
    { name: 'bought', to: token, data: encodeBalanceOf(buyer), gas: gas.read },
  ]
}

const changing = { gas: gas.change } as const

function buildResale(
  trial: Trial,
  { buyer, seller, units }: Actors & { units: bigint },
): readonly Step[] {
  const { token, pairedWith, router } = trial
  const half = units / 2n
  return [
    { name: 'pass', from: buyer, to: token, data: encodeTransfer(seller, units), ...changing },
    { name: 'left', to: token, data: encodeBalanceOf(buyer), gas: gas.read },
    { name: 'passed', to: token, data: encodeBalanceOf(seller), gas: gas.read },
    { name: 'permit', from: seller, to: token, data: encodeApprove(router, half), ...changing },
    {
      name: 'sell',
      from: seller,
      to: router,
      data: encodeSwap(trial, { tokenIn: token, recipient: seller, amount: half }),
      gas: gas.swap,
    },
    { name: 'back', to: pairedWith, data: encodeBalanceOf(seller), gas: gas.read },
    { name: 'kept', to: token, data: encodeBalanceOf(seller), gas: gas.read },
    { name: 'places', to: token, data: decimalsCall, gas: gas.read },
  ]
}

function buildLaterReads({ token }: Trial, { seller }: Actors): readonly Step[] {
  return [
    { name: 'later', to: token, data: encodeBalanceOf(seller), gas: gas.read },
    { name: 'laterPlaces', to: token, data: decimalsCall, gas: gas.read },
  ]
}

const decimalsCall = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })

function encodeTransfer(to: EvmAddress, units: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })
}

function encodeApprove(spender: EvmAddress, units: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, units] })
}

function encodeBalanceOf(owner: EvmAddress): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
}

/** Exactly `amount` of one token of the pool for whatever the other side gives. */
function encodeSwap(
  { token, pairedWith, poolFee }: Trial,
  { tokenIn, recipient, amount }: { tokenIn: EvmAddress; recipient: EvmAddress; amount: bigint },
): Hex {
  return encodeFunctionData({
    abi: swapRouterAbi,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn,
        tokenOut: tokenIn === token ? pairedWith : token,
        fee: poolFee,
        recipient,
        deadline: 2n ** 64n,
        amountIn: amount,
        amountOutMinimum: 0n,
        sqrtPriceLimitX96: 0n,
      },
    ],
  })
}
