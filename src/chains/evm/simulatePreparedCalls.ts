import { numberToHex } from 'viem/utils'

import type { StateOverride } from '#protocol/callQuote.ts'
import type { EvmAddress } from '#protocol/caip.ts'
import type { Hex } from '#protocol/hex.ts'
import type { EvmClient } from './client.ts'
import { measuringCode } from './simulateCalls.ts'
import type { TransactionCall } from './transaction.ts'
import type { Log } from './watch.ts'

/** How prepared calls would go now: the gas they take and the events they leave. */
export type SimulatedPreparedCalls = { gasUsed: bigint; logs: readonly Log[] } | { revertData: Hex }

/** What the estimate is made with. */
export type PreparedCallsSimulation = {
  entryPoint: EvmAddress
  account: EvmAddress
  callData: Hex
  /** Put at the account when it has no code yet. */
  accountCode: Hex | undefined
  /** What the solver would lend before. */
  grant: { solver: EvmAddress; call: TransactionCall } | undefined
  overrides: readonly StateOverride[]
  /** Block time of the simulation, Unix seconds; undefined: that of the next block. */
  triedAt: bigint | undefined
}

/**
 * Makes an account's calls as its EntryPoint would, on the latest block, after the solver's grant
 * and with what the caller wants pretended. Nobody signs and nothing is sent.
 *
 * @throws ChainUnavailable when the chain does not answer.
 * Source: `eth_simulateV1`, which shows what one call leaves to the next, and logs.
 */
export async function simulatePreparedCalls(
  client: EvmClient,
  options: PreparedCallsSimulation,
): Promise<SimulatedPreparedCalls> {
  const { entryPoint, account, callData, grant, triedAt } = options
  const calls = [
    ...(grant
      ? [
          {
            from: grant.solver,
            to: grant.call.to,
            data: grant.call.data,
            value: numberToHex(grant.call.value),
          },
        ]
      : []),
    { from: account, to: entryPoint, data: `${account}${callData.slice(2)}` as const },
  ]
  const blocks = await client.rpc.request({
    method: 'eth_simulateV1',
    params: [
      {
        blockStateCalls: [
          {
            ...(triedAt !== undefined && { blockOverrides: { time: numberToHex(triedAt) } }),
            stateOverrides: overridesOf(options),
            calls,
          },
        ],
        validation: false,
        traceTransfers: false,
      },
      'latest',
    ],
  })
  const results = blocks[0]?.calls ?? []
  const [lent, measured] = grant ? results : [undefined, results[0]]
  if (lent && lent.status !== '0x1') return { revertData: lent.returnData }
  if (!measured || measured.status !== '0x1')
    throw new Error(`${client.chainId} did not simulate the calls.`)
  const { returnData } = measured
  const isSuccess = BigInt(returnData.slice(0, 66)) === 1n
  if (!isSuccess) return { revertData: `0x${returnData.slice(130)}` }
  return { gasUsed: BigInt(`0x${returnData.slice(66, 130)}`), logs: measured.logs ?? [] }
}

type Overrides = Record<EvmAddress, { code?: Hex; balance?: Hex; stateDiff?: Record<string, Hex> }>

function overridesOf(options: PreparedCallsSimulation): Overrides {
  const { entryPoint, account, accountCode, overrides } = options
  const pretended = overrides.map(({ address, balance, code, stateDiff }) => [
    address,
    {
      ...(balance !== undefined && { balance }),
      ...(code !== undefined && { code }),
      ...(stateDiff !== undefined && { stateDiff }),
    },
  ])
  return {
    ...Object.fromEntries(pretended),
    [entryPoint]: { code: measuringCode },
    ...(accountCode && { [account]: { code: accountCode } }),
  }
}
