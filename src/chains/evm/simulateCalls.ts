import type { EvmAddress } from '#protocol/caip.ts'
import type { Hex } from '#protocol/hex.ts'
import type { EvmClient } from './client.ts'

/** How an operation's calls would go now: the gas they take, or the data they revert with. */
export type SimulatedCalls = { gasUsed: bigint } | { revertData: Hex }

/**
 * Code that takes the EntryPoint's place for one `eth_call`: it calls the address in the first 20
 * bytes with the rest, and answers success, gas used and what came back.
 */
export const measuringCode = measuring('5f')

/** The same, and so many wei of its own go along. */
export function payingCode(wei: bigint): Hex {
  return measuring(`7f${wei.toString(16).padStart(64, '0')}`)
}

/** @param value - The code that pushes what goes along. */
function measuring(value: string): Hex {
  return `0x601436038060145f375a5f5f835f${value}5f3560601c5af15a9091036020525f523d5f60403e3d6040015ff3`
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
  const answer = await client.rpc.request({
    method: 'eth_call',
    params: [
      { to: entryPoint, data: `${account}${callData.slice(2)}` },
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
