import type { Bank } from '../bank/bank.ts'
import type { Blocks } from '../bank/blocks.ts'
import { type Json, createInvalidParams, rpcCodes, RpcError } from '../bank/rpcAnswer.ts'
import type { Methods } from './context.ts'
import {
  readCount,
  readEncodedOptions,
  readOptions,
  type Params,
  getSettledCommitment,
  getText,
} from '../bank/params.ts'
import { firstSlot } from '../bank/runtime.ts'
import { getBlockHeight } from '../bank/slots.ts'
import { toTransactionJson } from './transactionJson.ts'

/** Maximum blocks in a list. */
const maxBlocks = 500_000

/** Creates the block methods. */
export function createBlockMethods(bank: Bank): Methods {
  const { blocks, ledger } = bank

  /** Time of the first block, or of one pruned while its transactions are kept. */
  function oldTime(slot: number): number | undefined {
    if (slot === firstSlot) return Math.floor(blocks.time().plan.genesisMs / 1_000)
    return ledger.get(ledger.inSlot(slot)[0] ?? '')?.blockTimeSeconds
  }

  return {
    getBlock: (params) => toBlockJson(params, bank),
    getBlocks(params) {
      const start = readCount(params, 0)
      const end = typeof params[1] === 'number' ? readCount(params, 1) : undefined
      const options = readOptions(params, end === undefined ? 1 : 2)
      const last = Math.min(end ?? Infinity, blocks.slot(getSettledCommitment(options)))
      if (last - start > maxBlocks)
        throw createInvalidParams(`Slot range too large; max ${maxBlocks}`)
      return listSlots(bank, { start, last, maxSlots: maxBlocks })
    },
    getBlocksWithLimit(params) {
      const last = blocks.slot(getSettledCommitment(readOptions(params, 2)))
      return listSlots(bank, { start: readCount(params, 0), last, maxSlots: readCount(params, 1) })
    },
    getBlockTime(params) {
      const slot = readCount(params, 0)
      const timeSeconds = blocks.block(slot)?.timeSeconds ?? oldTime(slot)
      if (timeSeconds === undefined) throw createMissingBlockError(slot, blocks)
      return timeSeconds
    },
  }
}

function toBlockJson(params: Params, { blocks, ledger }: Bank): Json {
  const slot = readCount(params, 0)
  const options = readEncodedOptions(params, 1)
  const block = blocks.block(slot)
  // The newest block is still in progress.
  const last = Math.min(blocks.slot(getSettledCommitment(options)), blocks.slot('processed') - 1)
  if (!block || slot > last) throw createMissingBlockError(slot, blocks)
  const details = getText(options, 'transactionDetails') ?? 'full'
  const signatures = ledger.inSlot(slot)
  return {
    blockhash: blocks.blockhash(slot),
    previousBlockhash: blocks.blockhash(slot - 1),
    parentSlot: slot - 1,
    blockHeight: getBlockHeight(slot),
    blockTime: block.timeSeconds,
    rewards: options['rewards'] === false ? undefined : [],
    signatures: details === 'signatures' ? signatures : undefined,
    transactions: details === 'full' || details === 'accounts' ? transactions() : undefined,
  }

  function transactions(): Json {
    return signatures.flatMap((signature) => {
      const landed = ledger.get(signature)
      return landed ? [{ ...toTransactionJson(landed, options) }] : []
    })
  }
}

function listSlots(
  { blocks }: Bank,
  { start, last, maxSlots }: { start: number; last: number; maxSlots: number },
): number[] {
  const made: number[] = []
  for (let slot = Math.max(start, firstSlot); slot <= last && made.length < maxSlots; slot += 1)
    if (blocks.block(slot)) made.push(slot)
  return made
}

/** The error for a block that is not available. */
function createMissingBlockError(slot: number, blocks: Blocks): RpcError {
  return slot > blocks.slot('processed')
    ? new RpcError(rpcCodes.blockNotAvailable, `Block not available for slot ${slot}`)
    : new RpcError(
        rpcCodes.slotSkipped,
        `Slot ${slot} was skipped, or missing in long-term storage`,
      )
}
