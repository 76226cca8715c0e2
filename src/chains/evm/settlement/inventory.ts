import { encodeFunctionData, erc20Abi } from 'viem'

import type { AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { Inventory } from '../../ports/settlementChain.ts'
import { agreedMany, type Quorum } from './quorum.ts'
import { balanceRead, tokenAddress } from '../assets/readBalances.ts'
import type { Read } from '../rpc/readMany.ts'
import type { TransactionCall } from '../rpc/transaction.ts'

/**
 * What a solver holds of these assets and what the settler may take of them.
 *
 * @throws ChainUnavailable when the chain, or too many of its providers, do not answer.
 */
export async function readInventory(
  quorum: Quorum,
  options: { solver: EvmAddress; settler: EvmAddress; assetTypes: readonly AssetType[] },
): Promise<Inventory> {
  const { assetTypes, solver } = options
  const reads = assetTypes.flatMap((assetType) => [
    balanceRead(assetType, solver),
    ...allowanceReads(assetType, options),
  ])
  const { blockNumber, values } = await agreedMany(quorum, reads)
  const words = values.map((value) => value?.[0] ?? 0n)
  return {
    block: blockNumber,
    holdings: assetTypes.map((assetType) => {
      const [units = 0n] = words.splice(0, 1)
      const [allowance] = tokenAddress(assetType) ? words.splice(0, 1) : []
      return { assetType, units, allowance }
    }),
  }
}

/** Sends an asset away. */
export function sweepCall({
  assetType,
  to,
  amount,
}: {
  assetType: AssetType
  to: EvmAddress
  amount: bigint
}): TransactionCall {
  const token = tokenAddress(assetType)
  if (!token) return { to, data: '0x', value: amount }
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, amount],
  })
  return { to: token, data, value: 0n }
}

/**
 * Lets the settler take exactly this much of a token.
 *
 * @throws Error for native coins, which nobody can be allowed to take.
 */
export function allowCall(
  { assetType, amount }: { assetType: AssetType; amount: bigint },
  { settler }: { settler: EvmAddress },
): TransactionCall {
  const token = tokenAddress(assetType)
  if (!token) throw new Error(`${assetType} is no token: nothing of it can be allowed.`)
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [settler, amount],
  })
  return { to: token, data, value: 0n }
}

function allowanceReads(
  assetType: AssetType,
  { solver, settler }: { solver: EvmAddress; settler: EvmAddress },
): Read[] {
  const to = tokenAddress(assetType)
  if (!to) return []
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'allowance',
    args: [solver, settler],
  })
  return [{ kind: 'call', to, data, words: 1 }]
}
