import { encodeAbiParameters, numberToHex } from 'viem/utils'

import { findChainUnavailableError } from '../../rpc/ChainUnavailableError.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { EvmClient } from '../rpc/client.ts'
import { maxCallGas } from '../calls/simulateCalls.ts'

/** One Uniswap v3 pool and the direction of a swap. */
export type PoolRoute = {
  tokenIn: EvmAddress
  tokenOut: EvmAddress
  /** Fee tier in millionths. */
  poolFee: number
}

/** `quoteExactInputSingle((tokenIn, tokenOut, amountIn, fee, sqrtPriceLimitX96))` of QuoterV2. */
const quoteSelector = '0xc6a5026a'
const quoteParameters = [
  {
    type: 'tuple',
    components: [
      { name: 'tokenIn', type: 'address' },
      { name: 'tokenOut', type: 'address' },
      { name: 'amountIn', type: 'uint256' },
      { name: 'poolFee', type: 'uint24' },
      { name: 'priceLimit', type: 'uint160' },
    ],
  },
] as const

/**
 * Quotes the pool's current output for `amountIn`, after its fee.
 *
 * @param options.quoter - Address of QuoterV2.
 * @returns Units of `tokenOut`; undefined if the pool does not exist or cannot take the amount.
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function readPool(
  client: EvmClient,
  options: PoolRoute & { quoter: EvmAddress; amountIn: bigint },
): Promise<bigint | undefined> {
  const body = encodeAbiParameters(quoteParameters, [{ ...options, priceLimit: 0n }])
  try {
    const answer = await client.rpc.request({
      method: 'eth_call',
      params: [
        {
          to: options.quoter,
          data: `${quoteSelector}${body.slice(2)}`,
          // A swap that uses more gas could not be part of an operation either.
          gas: numberToHex(maxCallGas),
        },
        'latest',
      ],
    })
    return answer.length >= 66 ? BigInt(answer.slice(0, 66)) : undefined
  } catch (error) {
    if (findChainUnavailableError(error)) throw error
    // The quoter reverts if the pool has too little liquidity.
    return undefined
  }
}
