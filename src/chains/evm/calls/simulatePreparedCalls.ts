import { numberToHex } from 'viem/utils'

import type { StateOverride } from '#protocol/quotes/callQuote.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Approval, AssetAmount } from '../../ports/chain.ts'
import type { EvmClient } from '../rpc/client.ts'
import { findOutflow, getHoldingReads, type OutflowQuery } from './findOutflow.ts'
import { encodeRightsReads, findRights, type Right, skipRights } from './findRights.ts'
import { measuringCode, getMeasuringGas, maxCallGas } from './simulateCalls.ts'
import type { TransactionCall } from '../rpc/transaction.ts'
import { toStateOverrides } from '../trial/simulateBatch.ts'
import type { EvmLog } from '../orders/watch.ts'

/** Result of simulating prepared calls: gas, events, the rights they leave and what they take, or why they fail. */
export type SimulatedPreparedCalls =
  | {
      gasUsed: bigint
      logs: readonly EvmLog[]
      rights: readonly Approval[]
      outflow: readonly AssetAmount[]
    }
  | { revertData: Hex }
  /** What exceeds the gas of a simulation: the calls, or reading the rights they leave. */
  | { tooExpensive: 'calls' | 'rights' }

/** Gas of the solver's grant: our contract and the granted tokens. */
const grantGas = 1_500_000

/** Parameters of {@link simulatePreparedCalls}. */
export type PreparedCallsSimulation = {
  entryPoint: EvmAddress
  account: EvmAddress
  callData: Hex
  /** Code for an account that is not deployed yet. */
  accountCode: Hex | undefined
  /** Rights that must not grow. */
  rights: readonly Right[]
  holdings: OutflowQuery
  /** Grant the solver makes before. */
  grant: { solver: EvmAddress; call: TransactionCall } | undefined
  overrides: readonly StateOverride[]
  /** Block time of the simulation, Unix seconds; undefined for that of the next block. */
  triedAt: bigint | undefined
}

/**
 * Simulates an account's calls as made by the EntryPoint, on the latest block, after the solver's
 * grant and with the requested state overrides. Nothing is signed or sent.
 *
 * @throws ChainUnavailableError if the chain does not answer. Source: `eth_simulateV1`, in which
 *   calls see the effects of earlier ones and which returns logs.
 */
export async function simulatePreparedCalls(
  client: EvmClient,
  options: PreparedCallsSimulation,
): Promise<SimulatedPreparedCalls> {
  const { entryPoint, account, accountCode, callData, overrides } = options
  const { grant, triedAt, rights, holdings } = options
  const { pieces, decode } = encodeRightsReads(rights, getHoldingReads(holdings))
  const readers = pieces.map(({ code }, index) => ({ address: getReaderAddress(index), code }))
  const reading = pieces.map(({ gas }, index) => ({
    to: getReaderAddress(index),
    gas: numberToHex(gas),
  }))
  const lending = grant && {
    from: grant.solver,
    to: grant.call.to,
    data: grant.call.data,
    value: numberToHex(grant.call.value),
    gas: numberToHex(grantGas),
  }
  const data = `${account}${callData.slice(2)}` as const
  const calling = { from: account, to: entryPoint, data, gas: getMeasuringGas(data) }
  const blocks = await client.trials.request({
    method: 'eth_simulateV1',
    params: [
      {
        blockStateCalls: [
          {
            ...(triedAt !== undefined && { blockOverrides: { time: numberToHex(triedAt) } }),
            stateOverrides: toStateOverrides([
              ...overrides,
              ...readers,
              { address: entryPoint, code: measuringCode },
              ...(accountCode ? [{ address: account, code: accountCode }] : []),
            ]),
            calls: [...reading, ...(lending ? [lending] : []), calling, ...reading],
          },
        ],
        validation: false,
        traceTransfers: false,
      },
      'latest',
    ],
  })
  const results = blocks[0]?.calls ?? []
  const before = results.slice(0, readers.length)
  const [measured, ...after] = results.slice(readers.length + (lending ? 1 : 0))
  const lent = lending ? results[readers.length] : undefined
  if (lent && lent.status !== '0x1') return { revertData: lent.returnData }
  if (!measured || measured.status !== '0x1')
    throw new Error(`${client.chainId} returned no simulation result.`)
  const { returnData } = measured
  const isSuccess = BigInt(returnData.slice(0, 66)) === 1n
  const gasUsed = BigInt(`0x${returnData.slice(66, 130)}`)
  if (!isSuccess)
    return gasUsed > (BigInt(maxCallGas) * 9n) / 10n
      ? { tooExpensive: 'calls' }
      : { revertData: `0x${returnData.slice(130)}` }
  const seen = { before: decode(before), after: decode(after) }
  if (!seen.before || !seen.after) return { tooExpensive: 'rights' }
  const logs = measured.logs ?? []
  const values = { before: seen.before, after: seen.after }
  return {
    gasUsed,
    logs,
    rights: findRights(rights, values),
    outflow: findOutflow(holdings, { logs, ...skipRights(values, rights) }),
  }
}

/** Unused addresses for the code that reads rights. */
const readersAt = 0x6d1f_4e7a_93c2_5b08_d16f_27e4_80b9_3a5c_0e71_0000n

function getReaderAddress(index: number): EvmAddress {
  return numberToHex(readersAt + BigInt(index), { size: 20 })
}
