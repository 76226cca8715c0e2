import { numberToHex } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { getCalldataGas } from '../operation/getCalldataGas.ts'
import type { EvmClient } from '../rpc/client.ts'

/** How an operation's calls would go now: the gas they take, or the data they revert with. */
export type SimulatedCalls = { gasUsed: bigint } | { revertData: Hex }

/**
 * Most gas that an account's calls may take: strangers' code may run in them, and whoever asks for a
 * simulation pays nothing.
 */
export const maxCallGas = 3_000_000

/**
 * Code that takes the EntryPoint's place for one `eth_call`: it calls the address in the first 20
 * bytes with the rest and {@link maxCallGas}, and answers success, gas used and what came back.
 */
export const measuringCode = buildMeasuringCode('5f')

/** The same, and so many wei of its own go along. */
export function buildPayingCode(wei: bigint): Hex {
  return buildMeasuringCode(`7f${wei.toString(16).padStart(64, '0')}`)
}

/** @param value - The code that pushes what goes along. */
function buildMeasuringCode(value: string): Hex {
  const gas = maxCallGas.toString(16).padStart(6, '0')
  return `0x601436038060145f375a5f5f835f${value}5f3560601c62${gas}f15a9091036020525f523d5f60403e3d6040015ff3`
}

/** Gas to call {@link measuringCode} with: the calls', and what the call data costs (EIP-7623). */
export function getMeasuringGas(data: Hex): Hex {
  // The EVM keeps a 64th back; the rest is for memory.
  const gas = BigInt(Math.ceil((maxCallGas * 64) / 63) + 200_000)
  return numberToHex(gas + getCalldataGas(data).floor)
}

/**
 * Makes an account's calls as its EntryPoint would, on the latest block, without signatures.
 *
 * @param options.accountCode - Put at the account for the simulation when it has no code yet.
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function simulateCalls(
  client: EvmClient,
  options: {
    entryPoint: EvmAddress
    account: EvmAddress
    callData: Hex
    accountCode: Hex | undefined
  },
): Promise<SimulatedCalls> {
  const { entryPoint, account, callData, accountCode } = options
  const data = `${account}${callData.slice(2)}` as const
  const answer = await client.rpc.request({
    method: 'eth_call',
    params: [
      { to: entryPoint, data, gas: getMeasuringGas(data) },
      'latest',
      {
        [entryPoint]: { code: measuringCode },
        ...(accountCode && { [account]: { code: accountCode } }),
      },
    ],
  })
  const isSuccess = BigInt(answer.slice(0, 66)) === 1n
  if (!isSuccess) return { revertData: `0x${answer.slice(130)}` }
  return { gasUsed: BigInt(`0x${answer.slice(66, 130)}`) }
}
