import { numberToHex } from 'viem/utils'

import type { StateOverride } from '#protocol/quotes/callQuote.ts'
import { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { buildApproveCall, buildTransferCall } from '../operation/accountCalls.ts'
import type { EvmClient } from '../rpc/client.ts'
import { getRevertData } from '../rpc/nodeErrors.ts'
import { encodeReads, type Read, type ReadCode } from '../rpc/readMany.ts'

/** A call that an account makes, or another sender. */
export type TrialCall = { to: EvmAddress; data: Hex; value: bigint; from?: EvmAddress }

/** An allowance that an account gives before its calls. */
export type TrialAllowance = { token: EvmAddress; spender: EvmAddress; amount: bigint }

/** Tokens and exact allowances that calls need, in smallest units. */
export type SimulatedNeeds = {
  tokens: readonly { token: EvmAddress; amount: bigint }[]
  allowances: readonly TrialAllowance[]
}

/** A batch to run on the latest block, with what its account is given before. */
export type BatchTrial = {
  account: EvmAddress
  calls: readonly TrialCall[]
  /** Tokens that others send to the account first. */
  loans: readonly { token: EvmAddress; lender: EvmAddress; amount: bigint }[]
  allowances: readonly TrialAllowance[]
  /** Wei of the account before the calls; undefined for what it really holds. */
  coins: bigint | undefined
  overrides: readonly StateOverride[]
  /** Tokens whose balances of the account are read before and after the calls. */
  tokens: readonly EvmAddress[]
}

/** An event of a contract. */
export type TrialLog = { address: Hex; topics: readonly Hex[]; data: Hex }

/** What one call did. */
export type TrialResult = {
  isSuccess: boolean
  /** `0x` where the contract gave no reason. */
  revertData: Hex
  gasUsed: bigint
  logs: readonly TrialLog[]
}

/** What a batch did; amounts in the order of the trial's tokens and allowances. */
export type BatchSimulation = {
  calls: readonly TrialResult[]
  /** Undefined where a contract did not answer. */
  before: readonly (bigint | undefined)[]
  after: readonly (bigint | undefined)[]
  /** The change of the account's native coin, wei; undefined where it could not be read. */
  coinChange: bigint | undefined
  /** What is left of each allowance; undefined where it could not be given. */
  left: readonly (bigint | undefined)[]
}

/** Most gas of one call, and of all calls together, which also fits the limits of public nodes. */
const maxGas = { call: 3_000_000, calls: 36_000_000, gift: 300_000, reads: 4_000_000 }

/** Holds the code that reads balances; nobody's address. */
const readerAddress: EvmAddress = '0x6d1f4e7a93c25b08d16f27e480b93a5c0e71aaaa'

/**
 * Runs a batch on the latest block of a chain, each call after the one before; nothing is signed or
 * sent. Transfers of the native coin show as events of {@link coinLogAddress}.
 *
 * @throws ChainUnavailableError if the chain does not answer; viem's RPC error if its node cannot
 *   simulate. Source: `eth_simulateV1` of the execution API.
 */
export async function simulateBatch(
  client: EvmClient,
  trial: BatchTrial,
): Promise<BatchSimulation> {
  const { account, calls, coins, loans, allowances, overrides, tokens } = trial
  const [reader] = encodeReads(buildReads(trial), { maxGas: maxGas.reads })
  const reading = reader ? [{ to: readerAddress, gas: numberToHex(reader.gas) }] : []
  const gifts = buildGifts(trial)
  const stateOverrides = toStateOverrides([
    ...(coins === undefined ? [] : [{ address: account, balance: numberToHex(coins) }]),
    ...overrides,
    ...(reader ? [{ address: readerAddress, code: reader.code }] : []),
  ])
  const all = [...gifts, ...reading, ...buildCalls(trial), ...reading]
  const blocks = await client.trials.request({
    method: 'eth_simulateV1',
    params: [
      {
        blockStateCalls: [{ stateOverrides, calls: all }],
        validation: false,
        traceTransfers: true,
      },
      'latest',
    ],
  })
  const results: readonly NodeResult[] = blocks[0]?.calls ?? []
  if (results.length !== all.length)
    throw new Error(`${client.chainId} returned no simulation result.`)
  const first = gifts.length + reading.length
  const before = decodeAmounts(results[gifts.length], reader)
  const after = decodeAmounts(results.at(-1), reader)
  return {
    calls: results.slice(first, first + calls.length).map(toResult),
    before: before.slice(0, tokens.length),
    after: after.slice(0, tokens.length),
    coinChange: getChange(before.at(-1), after.at(-1)),
    left: allowances.map((_, at) =>
      results[loans.length + at]?.status === '0x1' ? after[tokens.length + at] : undefined,
    ),
  }
}

/** The calls that bring what the account is given. */
function buildGifts({ account, loans, allowances }: BatchTrial) {
  return [
    ...loans.map(({ token, lender, amount }) => ({
      from: lender,
      call: buildTransferCall(token, { recipient: account, amount }),
    })),
    ...allowances.map(({ token, spender, amount }) => ({
      from: account,
      call: buildApproveCall(token, { spender, amount }),
    })),
  ].map(({ from, call: { to, data } }) => ({ from, to, data, gas: numberToHex(maxGas.gift) }))
}

function buildCalls({ account, calls }: BatchTrial) {
  const share = Math.floor(maxGas.calls / Math.max(1, calls.length))
  const gas = numberToHex(Math.min(maxGas.call, share))
  return calls.map(({ to, data, value, from = account }) => {
    return { from, to, data, value: numberToHex(value), gas }
  })
}

function buildReads({ account, tokens, allowances }: BatchTrial): readonly Read[] {
  const words = 1
  const gas = 150_000
  return [
    // balanceOf(address)
    ...tokens.map((to): Read => {
      return { kind: 'call', to, data: `0x70a08231${toWord(account)}`, words, gas }
    }),
    // allowance(address,address)
    ...allowances.map(({ token: to, spender }): Read => {
      const data: Hex = `0xdd62ed3e${toWord(account)}${toWord(spender)}`
      return { kind: 'call', to, data, words, gas }
    }),
    { kind: 'balance', of: account },
  ]
}

function getChange(before: bigint | undefined, after: bigint | undefined): bigint | undefined {
  return before === undefined || after === undefined ? undefined : after - before
}

function toWord(address: EvmAddress): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}

/** State overrides as nodes take them, by address; of two for one address the later one counts. */
export function toStateOverrides(
  overrides: readonly StateOverride[],
): Record<EvmAddress, Omit<StateOverride, 'address'>> {
  const all: Record<EvmAddress, Omit<StateOverride, 'address'>> = {}
  for (const { address, ...changed } of overrides) {
    // One key per address, however it is written.
    const key = EvmAddress.parse(address.toLowerCase())
    all[key] = { ...all[key], ...changed }
  }
  return all
}

type NodeResult = {
  status: Hex
  returnData: Hex
  gasUsed: Hex
  logs?: readonly TrialLog[] | undefined
  error?: { data?: Hex | undefined } | undefined
}

function decodeAmounts(
  result: NodeResult | undefined,
  reader: ReadCode | undefined,
): readonly (bigint | undefined)[] {
  const values = result && result.status === '0x1' ? reader?.decode(result) : undefined
  return (values ?? []).map((words) => words?.[0])
}

function toResult(result: NodeResult): TrialResult {
  const { status, gasUsed, logs = [] } = result
  const revertData = getRevertData(result)
  return { isSuccess: status === '0x1', revertData, gasUsed: BigInt(gasUsed), logs }
}
