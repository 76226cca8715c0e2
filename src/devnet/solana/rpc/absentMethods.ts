import type { Methods } from './methods.ts'
import { rpcCodes, RpcError } from '../bank/rpcError.ts'

/** Methods of real nodes that this one has not, and why. Source: Solana RPC HTTP methods. */
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

/** Says of each method that a program may know from a real node that this one has it not, and why. */
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
