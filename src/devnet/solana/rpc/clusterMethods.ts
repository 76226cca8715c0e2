import type { Bank } from '../bank/bank.ts'
import { type Blocks, checkMinimumSlot } from '../bank/blocks.ts'
import { interfaceVersion, type Methods } from './context.ts'
import { getCommitment, getCount, readOptions, type Params } from '../bank/params.ts'
import { createInvalidParams, rpcCodes, RpcError } from '../bank/rpcAnswer.ts'
import { firstSlot, slotsPerEpoch } from '../bank/runtime.ts'
import { getBlockHeight } from '../bank/slots.ts'

/** Slots a node may lag and still be healthy. Source: a validator's default. */
const healthySlots = 128

/** Maximum leaders per response. Source: Solana RPC, getSlotLeaders. */
const maxLeaders = 5_000

/** Creates the methods about the cluster and its slots. */
export function createClusterMethods(bank: Bank, genesisHash: string): Methods {
  const { blocks, ledger } = bank

  function slotFor(params: Params): number {
    const options = readOptions(params, 0)
    checkMinimumSlot(blocks, getCount(options, 'minContextSlot'))
    return blocks.slot(getCommitment(options))
  }

  return {
    getHealth() {
      checkHealth(blocks)
      return 'ok'
    },
    getVersion: () => ({ 'solana-core': interfaceVersion, 'feature-set': 0 }),
    getGenesisHash: () => genesisHash,
    getIdentity: () => ({ identity: genesisHash }),
    getSlot: slotFor,
    getSlotLeader: () => genesisHash,
    getSlotLeaders: ([, limit]) => {
      if (typeof limit === 'number' && limit >= 1 && limit <= maxLeaders)
        return Array.from({ length: limit }, () => genesisHash)
      throw createInvalidParams(`Invalid limit; max ${maxLeaders}`)
    },
    getClusterNodes: () => [
      {
        pubkey: genesisHash,
        version: interfaceVersion,
        featureSet: 0,
        shredVersion: 0,
        gossip: null,
        tpu: null,
        rpc: null,
      },
    ],
    getBlockHeight: (params) => getBlockHeight(slotFor(params)),
    getTransactionCount: () => ledger.count(),
    getEpochInfo(params) {
      const absoluteSlot = slotFor(params)
      return {
        absoluteSlot,
        blockHeight: getBlockHeight(absoluteSlot),
        epoch: Math.floor(absoluteSlot / slotsPerEpoch),
        slotIndex: absoluteSlot % slotsPerEpoch,
        slotsInEpoch: slotsPerEpoch,
        transactionCount: ledger.count(),
      }
    },
    getEpochSchedule: () => ({
      slotsPerEpoch,
      leaderScheduleSlotOffset: slotsPerEpoch,
      warmup: false,
      firstNormalEpoch: 0,
      firstNormalSlot: 0,
    }),
    getFirstAvailableBlock: () => ledger.rememberedFrom() ?? firstSlot,
    minimumLedgerSlot: () => ledger.rememberedFrom() ?? firstSlot,
  }
}

/**
 * Throws when the chain stalls, like a node that lags behind its cluster.
 *
 * @throws RpcError -32005.
 */
export function checkHealth(blocks: Blocks): void {
  const numSlotsBehind = blocks.slotsBehind()
  if (numSlotsBehind <= healthySlots) return
  throw new RpcError(rpcCodes.nodeUnhealthy, `Node is behind by ${numSlotsBehind} slots`, {
    numSlotsBehind,
  })
}
