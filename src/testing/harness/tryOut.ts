import { buildDelegationCode } from '#chains/evm/account/delegation.ts'
import { buildCloneCode, getAccountKeys } from '#chains/evm/account/predictAccount.ts'
import { createEvmClient } from '#chains/evm/rpc/client.ts'
import { type Read, readMany } from '#chains/evm/rpc/readMany.ts'
import { type OperationTrial, tryOperation } from '#chains/evm/trial/tryOperation.ts'
import { findEvmChain } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import type { EvmAccount } from '#protocol/accounts/account.ts'
import { type ChainId, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'

/**
 * Runs an operation as the review does.
 *
 * @returns What it does, and a reader of the same balances from the node, in the same order.
 */
export async function tryOut(
  operation: EvmChainOperation,
  { network, account }: { network: Network; account: EvmAccount },
): Promise<{ trial: OperationTrial; readUnits: () => Promise<readonly bigint[]> }> {
  const chain = findEvmChain(network, splitAssetType(operation.assetType).chainId)
  if (!chain) throw new Error('There is no such chain.')
  const client = createEvmClient(chain.chainId, { rpcUrl: chain.rpcUrl })
  const { sender, callData } = operation.userOp
  const { entryPoint, delegate } = chain.contracts
  const keys = getAccountKeys(account)
  const code = keys ? buildCloneCode(keys, chain.contracts) : buildDelegationCode(delegate)
  const tokens = listTokens(network, chain.chainId)
  return {
    trial: await tryOperation(client, { account: sender, code, entryPoint, callData, tokens }),
    readUnits: async () => {
      const { values } = await readMany(client, [
        { kind: 'balance', of: sender },
        ...tokens.map((to) => buildBalanceRead(to, sender)),
      ])
      return values.map((words) => words?.[0] ?? 0n)
    },
  }
}

function listTokens({ aggregates }: Network, wanted: ChainId): readonly EvmAddress[] {
  return aggregates.flatMap(({ members }) =>
    members.flatMap(({ assetType }) => {
      const { chainId, namespace, reference } = splitAssetType(assetType)
      return chainId === wanted && namespace === 'erc20' ? [EvmAddress.parse(reference)] : []
    }),
  )
}

function buildBalanceRead(to: EvmAddress, holder: EvmAddress): Read {
  const data: Hex = `0x70a08231${holder.slice(2).toLowerCase().padStart(64, '0')}`
  return { kind: 'call', to, data, words: 1 }
}
