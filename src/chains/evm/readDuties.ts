import { encodeFunctionData } from 'viem/utils'

import { signersAbi } from '#contracts/abi/signers.ts'
import { sponsorPaymasterAbi } from '#contracts/abi/sponsorPaymaster.ts'
import type { ChainContracts } from '#networks/network.ts'
import type { EvmAddress } from '#protocol/caip.ts'
import type { EvmClient } from './client.ts'
import { readMany } from './readMany.ts'

/** The addresses that a service signs and sends with; absent: it has no such key. */
export type DutyHolders = {
  cosigner?: EvmAddress
  paymaster?: EvmAddress
  attestor?: EvmAddress
  executor?: EvmAddress
}

/**
 * Which of the holders the contracts of a chain do not know for their duty: a service with such a key
 * would only find out when its first operation fails.
 *
 * @returns Names of duties; all of them when there are no such contracts.
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function readForeignDuties(
  client: EvmClient,
  { contracts, holders }: { contracts: ChainContracts; holders: DutyHolders },
): Promise<(keyof DutyHolders)[]> {
  const { signers, paymaster: to } = contracts
  const { cosigner, paymaster, attestor, executor } = holders
  const questions = [
    cosigner && { duty: 'cosigner' as const, to: signers, ...oneOf('cosigner', cosigner) },
    paymaster && {
      duty: 'paymaster' as const,
      to: signers,
      ...oneOf('paymasterSigner', paymaster),
    },
    attestor && {
      duty: 'attestor' as const,
      to: signers,
      data: encodeFunctionData({ abi: signersAbi, functionName: 'isAttestor', args: [attestor] }),
      expected: 1n,
    },
    executor && {
      duty: 'executor' as const,
      to,
      data: encodeFunctionData({
        abi: sponsorPaymasterAbi,
        functionName: 'isExecutor',
        args: [executor],
      }),
      expected: 1n,
    },
  ].filter((question) => question !== undefined)
  const { values } = await readMany(
    client,
    questions.map(({ to, data }) => ({ kind: 'call', to, data, words: 1 })),
  )
  return questions.flatMap(({ duty, expected }, index) =>
    values[index]?.[0] === expected ? [] : [duty],
  )
}

function oneOf(functionName: 'cosigner' | 'paymasterSigner', holder: EvmAddress) {
  return { data: encodeFunctionData({ abi: signersAbi, functionName }), expected: BigInt(holder) }
}
