import type { Methods } from './context.ts'
import { rpcCodes, RpcError } from '../bank/rpcAnswer.ts'

/** Real nodes' methods that this one lacks, by reason. Source: Solana RPC HTTP methods. */
const reasons = {
  'it has no validators that vote or are paid': [
    'getBlockProduction',
    'getInflationGovernor',
    'getInflationRate',
    'getInflationReward',
    'getLeaderSchedule',
    'getStakeActivation',
    'getStakeMinimumDelegation',
    'getVoteAccounts',
  ],
  'it does not list all of its accounts': ['getLargestAccounts', 'getSupply'],
  'it keeps no samples of its own speed': ['getRecentPerformanceSamples'],
  'nodes dropped it with Solana 2': [
    'confirmTransaction',
    'getConfirmedBlock',
    'getConfirmedBlocks',
    'getConfirmedBlocksWithLimit',
    'getConfirmedSignaturesForAddress2',
    'getConfirmedTransaction',
    'getFeeCalculatorForBlockhash',
    'getFeeRateGovernor',
    'getFees',
    'getRecentBlockhash',
    'getSnapshotSlot',
  ],
} as const

/** Creates a handler for each missing method that throws the reason. */
export function createAbsentMethods(): Methods {
  return Object.fromEntries(
    Object.entries(reasons).flatMap(([reason, names]) =>
      names.map((name) => [
        name,
        () => {
          const message = `Method not found: this local node has no ${name}, as ${reason}.`
          throw new RpcError(rpcCodes.methodNotFound, message)
        },
      ]),
    ),
  )
}
