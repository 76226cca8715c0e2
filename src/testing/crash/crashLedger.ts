import { parseEventLogs } from 'viem'

import { destinationSettlerAbi } from '#contracts/abi/destinationSettler.ts'
import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { originEscrowAbi } from '#contracts/abi/originEscrow.ts'
import type { TestDevnet } from '../devnet/startTestDevnet.ts'
import { getEvmChains } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import type { CrashCase, FedExecution } from './crash.ts'

/** The USDC each account starts with on Firth and on Delta, smallest units. */
export const startingBalance = 3_000_000n

const abi = [...originEscrowAbi, ...destinationSettlerAbi, ...entryPointAbi]

/** Counts escrow and settler events and successful operations, by fill id. */
export async function countEvents(
  { network, chains }: { network: Network; chains: TestDevnet['chains'] },
  fed: readonly { account: string; fillId: string }[],
): Promise<Map<string, Record<string, number>>> {
  const byAccount = new Map(fed.map((one) => [toAddressKey(one.account), one.fillId]))
  const counts = new Map<string, Record<string, number>>(fed.map(({ fillId }) => [fillId, {}]))
  const { originEscrow, destinationSettler, entryPoint } = getEvmChains(network)[0]?.contracts ?? {}
  const address = [originEscrow, destinationSettler, entryPoint].flatMap((one) => one ?? [])
  for (const { client } of chains) {
    const logs = await client.getLogs({ address, fromBlock: 0n })
    for (const { eventName, args } of parseEventLogs({ abi, logs })) {
      const isOperation = eventName === 'UserOperationEvent'
      if (isOperation && !args.success) continue
      const known = isOperation ? byAccount.get(toAddressKey(args.sender)) : findId(args)
      const count = counts.get(known ?? '')
      if (count) count[eventName] = (count[eventName] ?? 0) + 1
    }
  }
  return counts
}

function findId(args: object): string | undefined {
  const id = 'fillId' in args ? args.fillId : 'prepareId' in args ? args.prepareId : undefined
  return typeof id === 'string' ? id : undefined
}

/** The expected number of each event. */
export function getExpectedEvents({ kind, isDoomed }: CrashCase): Record<string, number> {
  if (kind === 'same chain') return isDoomed ? {} : { UserOperationEvent: 1 }
  const legs = kind === 'two chains' ? 2 : 1
  const lent = kind === 'call' ? { Granted: 1 } : {}
  // A completed call is one more operation, and so is a destination deployment.
  const isTaken = kind === 'call' || kind === 'arrival'
  const operations = isTaken && !isDoomed ? legs + 1 : legs
  const deposits = { UserOperationEvent: operations, Deposited: legs, ...lent }
  return isDoomed
    ? { ...deposits, FillCancelled: 1, Refunded: legs }
    : { ...deposits, Filled: 1, Released: legs }
}

/** The expected balance changes of the account, from the quote alone. */
export function getExpectedChanges(
  { kind, isDoomed, quote }: FedExecution,
  { firth, delta }: { firth: AssetType; delta: AssetType },
): Record<string, bigint> {
  const { assetType, amount, minimumAmount } = quote.destinationToken
  if (isDoomed)
    return { [firth]: kind === 'same chain' ? -startingBalance : 0n, [delta]: 0n, [assetType]: 0n }
  const changes: Record<string, bigint> = { [firth]: 0n, [delta]: 0n }
  for (const operation of quote.originChainsOperations) {
    const fee = BigInt(quote.fees?.assets[operation.assetType] ?? 0)
    changes[operation.assetType] = -BigInt(operation.amount) - fee
  }
  return { ...changes, [assetType]: BigInt(kind === 'same chain' ? minimumAmount : amount) }
}
