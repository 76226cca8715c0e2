import { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { nativeToken } from '../operation/accountCalls.ts'
import type { EvmClient } from '../rpc/client.ts'
import { simulateBatch } from './simulateBatch.ts'

/** An operation to run as the EntryPoint would, without its signature. */
export type OperationRequest = {
  account: EvmAddress
  /** The code that the account has, or gets with this operation. */
  code: Hex
  entryPoint: EvmAddress
  callData: Hex
  /** Tokens whose balances are read before and after. */
  tokens: readonly EvmAddress[]
}

/** What an operation does. */
export type OperationTrial = {
  isSuccess: boolean
  /** `0x` where the contract gave no reason. */
  revertData: Hex
  /**
   * What of the account changes, smallest units; address 0 is the native coin. None where it reverts,
   * and none of what could not be read.
   */
  changes: readonly { token: EvmAddress; change: bigint }[]
}

/**
 * Runs an operation on the latest block in one call of its account, as it will run on chain; nothing is
 * signed or sent. Also an account that is not deployed yet can be tried out.
 *
 * @throws ChainUnavailableError if the chain does not answer; viem's RPC error if its node cannot
 *   simulate.
 */
export async function tryOperation(
  client: EvmClient,
  of: OperationRequest,
): Promise<OperationTrial> {
  const { account, code, entryPoint, callData, tokens } = of
  const { calls, before, after, coinChange } = await simulateBatch(client, {
    account,
    calls: [{ from: entryPoint, to: account, data: callData, value: 0n }],
    loans: [],
    allowances: [],
    coins: undefined,
    overrides: [{ address: account, code }],
    tokens,
  })
  const { isSuccess = false, revertData = '0x' } = calls[0] ?? {}
  if (!isSuccess) return { isSuccess, revertData, changes: [] }
  return {
    isSuccess,
    revertData,
    changes: [
      ...(coinChange === undefined
        ? []
        : [{ token: EvmAddress.parse(nativeToken), change: coinChange }]),
      ...tokens.flatMap((token, at) => {
        const [held, left] = [before[at], after[at]]
        return held === undefined || left === undefined ? [] : [{ token, change: left - held }]
      }),
    ],
  }
}
