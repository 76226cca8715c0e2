import { encodeFunctionData, erc20Abi } from 'viem'

import type { AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { Inventory } from '../../ports/settlementChain.ts'
import { readQuorumMany, type EvmQuorum } from './quorum.ts'
import { buildBalanceRead, getTokenAddress } from '../assets/readBalances.ts'
import type { Read } from '../rpc/readMany.ts'
import type { TransactionCall } from '../rpc/transaction.ts'

/**
 * Reads a solver's balances of these assets and the settler's allowances.
 *
 * @throws ChainUnavailableError if the chain, or too many of its providers, do not answer.
 */
export async function readInventory(
  quorum: EvmQuorum,
  options: { solver: EvmAddress; settler: EvmAddress; assetTypes: readonly AssetType[] },
): Promise<Inventory> {
  const { assetTypes, solver } = options
  const reads = assetTypes.flatMap((assetType) => [
    buildBalanceRead(assetType, solver),
    ...buildAllowanceReads(assetType, options),
  ])
  const { blockNumber, values } = await readQuorumMany(quorum, reads)
  const words = values.map((value) => value?.[0] ?? 0n)
  return {
    block: blockNumber,
    holdings: assetTypes.map((assetType) => {
      const [units = 0n] = words.splice(0, 1)
      const [allowance] = getTokenAddress(assetType) ? words.splice(0, 1) : []
      return { assetType, units, allowance }
    }),
  }
}

/** Builds the call that transfers an asset. */
export function buildSweepCall({
  assetType,
  to,
  amount,
}: {
  assetType: AssetType
  to: EvmAddress
  amount: bigint
}): TransactionCall {
  const token = getTokenAddress(assetType)
  if (!token) return { to, data: '0x', value: amount }
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, amount],
  })
  return { to: token, data, value: 0n }
}

/**
 * Builds the call that sets the settler's allowance of a token.
 *
 * @throws Error for native coins, which have no allowance.
 */
export function buildAllowCall(
  { assetType, amount }: { assetType: AssetType; amount: bigint },
  { settler }: { settler: EvmAddress },
): TransactionCall {
  const token = getTokenAddress(assetType)
  if (!token) throw new Error(`${assetType} is not a token and has no allowance.`)
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [settler, amount],
  })
  return { to: token, data, value: 0n }
}

function buildAllowanceReads(
  assetType: AssetType,
  { solver, settler }: { solver: EvmAddress; settler: EvmAddress },
): Read[] {
  const to = getTokenAddress(assetType)
  if (!to) return []
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'allowance',
    args: [solver, settler],
  })
  return [{ kind: 'call', to, data, words: 1 }]
}
