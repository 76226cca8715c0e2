import { createAbsentMethods } from './absentMethods.ts'
import { createAccountMethods } from './accountMethods.ts'
import { createAirdropMethods } from './airdrop.ts'
import type { Bank } from '../bank/bank.ts'
import { createBlockhashMethods } from './blockhashMethods.ts'
import { createBlockMethods } from './blockMethods.ts'
import { createClusterMethods } from './clusterMethods.ts'
import { createHistoryMethods } from './historyMethods.ts'
import type { MethodHandler } from './jsonRpc.ts'
import { rpcCodes, RpcError } from '../bank/rpcError.ts'
import { createControlMethods } from './controlMethods.ts'
import { createTokenMethods } from './tokenMethods.ts'
import { createTransactionMethods } from './transactionMethods.ts'

/**
 * Creates all RPC methods of a node.
 *
 * @param options.genesisHash - Identifies the chain.
 * @param options.hasTestMethods - Includes methods that move the clock and lose transactions.
 */
export function createRpcMethods(
  bank: Bank,
  options: { genesisHash: string; hasTestMethods: boolean },
): MethodHandler {
  const methods = new Map(
    Object.entries({
      ...createAbsentMethods(),
      ...createClusterMethods(bank, options.genesisHash),
      ...createBlockhashMethods(bank),
      ...createBlockMethods(bank),
      ...createAccountMethods(bank),
      ...createTokenMethods(bank),
      ...createTransactionMethods(bank),
      ...createHistoryMethods(bank),
      ...createAirdropMethods(bank),
      ...(options.hasTestMethods && createControlMethods(bank)),
    }),
  )
  return (name, params) => {
    const method = methods.get(name)
    if (!method) throw new RpcError(rpcCodes.methodNotFound, `Method not found: ${name}`)
    return method(params)
  }
}
