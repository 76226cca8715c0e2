import { absentMethods } from './absentMethods.ts'
import { accountMethods } from './accountMethods.ts'
import { airdropMethods } from './airdrop.ts'
import type { Bank } from '../bank/bank.ts'
import { blockhashMethods } from './blockhashMethods.ts'
import { blockMethods } from './blockMethods.ts'
import { clusterMethods } from './clusterMethods.ts'
import { historyMethods } from './historyMethods.ts'
import type { Handler } from './jsonRpc.ts'
import { rpcCodes, RpcError } from '../bank/rpcError.ts'
import { controlMethods } from './controlMethods.ts'
import { tokenMethods } from './tokenMethods.ts'
import { transactionMethods } from './transactionMethods.ts'

/**
 * All methods of a node.
 *
 * @param options.genesisHash - What the chain is known by.
 * @param options.hasTestMethods - Whether its clock may be moved and its transactions be lost.
 */
export function rpcMethods(
  bank: Bank,
  options: { genesisHash: string; hasTestMethods: boolean },
): Handler {
  const methods = new Map(
    Object.entries({
      ...absentMethods(),
      ...clusterMethods(bank, options.genesisHash),
      ...blockhashMethods(bank),
      ...blockMethods(bank),
      ...accountMethods(bank),
      ...tokenMethods(bank),
      ...transactionMethods(bank),
      ...historyMethods(bank),
      ...airdropMethods(bank),
      ...(options.hasTestMethods && controlMethods(bank)),
    }),
  )
  return (name, params) => {
    const method = methods.get(name)
    if (!method) throw new RpcError(rpcCodes.methodNotFound, `Method not found: ${name}`)
    return method(params)
  }
}
