import { numberToHex } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { getCalldataGas } from '../operation/getCalldataGas.ts'
import type { EvmClient } from '../rpc/client.ts'

/** Result of simulating an operation's calls: their gas, or their revert data. */
export type SimulatedCalls = { gasUsed: bigint } | { revertData: Hex }

/** Most gas of an account's calls, which may run third-party code at no cost to the requester. */
export const maxCallGas = 3_000_000

/**
 * Code that replaces the EntryPoint for one `eth_call`: it calls the address in the first 20 bytes
 * of its input with the rest and {@link maxCallGas}, and returns success, gas used and return data.
 */
export const measuringCode = buildMeasuringCode('5f')

/** The same, sending `wei` from its own balance. */
export function buildPayingCode(wei: bigint): Hex {
  return buildMeasuringCode(`7f${wei.toString(16).padStart(64, '0')}`)
}

/** @param value - Opcodes that push the value to send. */
function buildMeasuringCode(value: string): Hex {
  const gas = maxCallGas.toString(16).padStart(6, '0')
  return `0x601436038060145f375a5f5f835f${value}5f3560601c62${gas}f15a9091036020525f523d5f60403e3d6040015ff3`
}

/** Gas for calling {@link measuringCode}: that of the calls and of the call data (EIP-7623). */
export function getMeasuringGas(data: Hex): Hex {
  // A call keeps back 1/64 of the gas; the rest is for memory.
  const gas = BigInt(Math.ceil((maxCallGas * 64) / 63) + 200_000)
  return numberToHex(gas + getCalldataGas(data).floor)
}

/**
 * Simulates an account's calls as made by the EntryPoint, on the latest block, without signatures.
 *
 * @param options.accountCode - Code for an account that is not deployed yet.
 * @throws ChainUnavailableError if the chain does not answer.
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
