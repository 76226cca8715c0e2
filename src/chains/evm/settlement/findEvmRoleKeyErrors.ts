import { encodeFunctionData } from 'viem/utils'

import { signersAbi } from '#contracts/abi/signers.ts'
import { sponsorPaymasterAbi } from '#contracts/abi/sponsorPaymaster.ts'
import type { ChainContracts } from '#networks/network.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { EvmClient } from '../rpc/client.ts'
import { hasCode } from '../rpc/hasCode.ts'
import { type Read, readMany } from '../rpc/readMany.ts'

/** Addresses of a service's keys; absent if it has no such key. */
export type RoleKeyHolders = {
  cosigner?: EvmAddress
  paymaster?: EvmAddress
  attestor?: EvmAddress
  executors?: readonly EvmAddress[]
}

type RoleKeyCheck = { read: Read; isRight: (value: bigint | undefined) => boolean; error: string }

/**
 * Checks a service's keys against a chain's contracts, which would otherwise only show in its first
 * failing operation. An executor must have no code: nodes accept only one pending transaction of a
 * delegated account, and none after a nonce gap.
 *
 * @returns One sentence per error; one for every key if the contracts do not exist.
 * @throws ChainUnavailableError if the chain does not answer.
 * Source: security rules 11 and 33.
 */
export async function findEvmRoleKeyErrors(
  client: EvmClient,
  { contracts, holders }: { contracts: ChainContracts; holders: RoleKeyHolders },
): Promise<string[]> {
  const { cosigner, paymaster, attestor, executors = [] } = holders
  const questions = [
    ...(cosigner ? [buildKeyCheck('cosigner', { ...contracts, holder: cosigner })] : []),
    ...(paymaster ? [buildKeyCheck('paymaster', { ...contracts, holder: paymaster })] : []),
    ...(attestor ? [buildAttestorCheck(contracts, attestor)] : []),
    ...executors.flatMap((executor) => buildExecutorChecks(contracts, executor)),
  ]
  const { values } = await readMany(
    client,
    questions.map(({ read }) => read),
  )
  return questions.flatMap(({ isRight, error }, index) =>
    isRight(values[index]?.[0]) ? [] : [error],
  )
}

function buildKeyCheck(
  duty: 'cosigner' | 'paymaster',
  { signers, holder }: ChainContracts & { holder: EvmAddress },
): RoleKeyCheck {
  const functionName = duty === 'cosigner' ? duty : 'paymasterSigner'
  const data = encodeFunctionData({ abi: signersAbi, functionName })
  return {
    read: { kind: 'call', to: signers, data, words: 1 },
    isRight: (value) => value === BigInt(holder),
    error: `the ${duty} key is not the contracts'.`,
  }
}

function buildAttestorCheck({ signers }: ChainContracts, attestor: EvmAddress): RoleKeyCheck {
  const asked = { abi: signersAbi, functionName: 'isAttestor', args: [attestor] } as const
  return {
    read: { kind: 'call', to: signers, data: encodeFunctionData(asked), words: 1 },
    isRight: (value) => value === 1n,
    error: `the attestor key is not the contracts'.`,
  }
}

function buildExecutorChecks({ paymaster }: ChainContracts, executor: EvmAddress): RoleKeyCheck[] {
  const asked = { abi: sponsorPaymasterAbi, functionName: 'isExecutor', args: [executor] } as const
  return [
    {
      read: { kind: 'call', to: paymaster, data: encodeFunctionData(asked), words: 1 },
      isRight: (value) => value === 1n,
      error: `the executor key of ${executor} is not the contracts': register it at the paymaster.`,
    },
    {
      read: { kind: 'code', of: executor },
      isRight: (value) => value !== undefined && !hasCode(value),
      error: `the executor ${executor} runs code: use a key whose account was never delegated.`,
    },
  ]
}
