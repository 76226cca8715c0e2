import type { Bank } from '../bank/bank.ts'
import type { Blocks } from '../bank/blocks.ts'
import type { Json } from '../bank/json.ts'
import type { Methods } from './methods.ts'
import {
  countIn,
  encodedOptionsIn,
  optionsIn,
  type Params,
  settledCommitmentOf,
  textOf,
} from '../bank/params.ts'
import { invalidParams, rpcCodes, RpcError } from '../bank/rpcError.ts'
import { firstSlot } from '../bank/runtime.ts'
import { heightOf } from '../bank/slots.ts'
import { transactionJson } from './transactionJson.ts'

/** Most blocks in a list. */
const mostBlocks = 500_000

/** What is asked about blocks. */
export function blockMethods(bank: Bank): Methods {
  const { blocks, ledger } = bank

  /** When the first block was made, or one whose transactions are remembered longer than itself. */
  function oldTime(slot: number): number | undefined {
    if (slot === firstSlot) return Math.floor(blocks.time().plan.genesisMs / 1_000)
    return ledger.get(ledger.inSlot(slot)[0] ?? '')?.blockTimeSeconds
  }

  return {
    getBlock: (params) => blockJson(params, bank),
    getBlocks(params) {
      const start = countIn(params, 0)
      const end = typeof params[1] === 'number' ? countIn(params, 1) : undefined
      const options = optionsIn(params, end === undefined ? 1 : 2)
      const last = Math.min(end ?? Infinity, blocks.slot(settledCommitmentOf(options)))
      if (last - start > mostBlocks) throw invalidParams(`Slot range too large; max ${mostBlocks}`)
      return madeBetween(bank, { start, last, most: mostBlocks })
    },
    getBlocksWithLimit(params) {
      const last = blocks.slot(settledCommitmentOf(optionsIn(params, 2)))
      return madeBetween(bank, { start: countIn(params, 0), last, most: countIn(params, 1) })
    },
    getBlockTime(params) {
      const slot = countIn(params, 0)
      const timeSeconds = blocks.block(slot)?.timeSeconds ?? oldTime(slot)
      if (timeSeconds === undefined) throw missingBlock(slot, blocks)
      return timeSeconds
    },
  }
}

function blockJson(params: Params, { blocks, ledger }: Bank): Json {
  const slot = countIn(params, 0)
  const options = encodedOptionsIn(params, 1)
  const block = blocks.block(slot)
  // The newest one is still being made.
  const last = Math.min(blocks.slot(settledCommitmentOf(options)), blocks.slot('processed') - 1)
  if (!block || slot > last) throw missingBlock(slot, blocks)
  const details = textOf(options, 'transactionDetails') ?? 'full'
  const signatures = ledger.inSlot(slot)
  return {
    blockhash: blocks.blockhash(slot),
    previousBlockhash: blocks.blockhash(slot - 1),
    parentSlot: slot - 1,
    blockHeight: heightOf(slot),
    blockTime: block.timeSeconds,
    rewards: options['rewards'] === false ? undefined : [],
    signatures: details === 'signatures' ? signatures : undefined,
    transactions: details === 'full' || details === 'accounts' ? transactions() : undefined,
  }

  function transactions(): Json {
    return signatures.flatMap((signature) => {
      const landed = ledger.get(signature)
      return landed ? [{ ...transactionJson(landed, options) }] : []
    })
  }
}

function madeBetween(
  { blocks }: Bank,
  { start, last, most }: { start: number; last: number; most: number },
): number[] {
  const made: number[] = []
  for (let slot = Math.max(start, firstSlot); slot <= last && made.length < most; slot += 1)
    if (blocks.block(slot)) made.push(slot)
  return made
}

/** What is said about a block that cannot be shown. */
function missingBlock(slot: number, blocks: Blocks): RpcError {
  return slot > blocks.slot('processed')
    ? new RpcError(rpcCodes.blockNotAvailable, `Block not available for slot ${slot}`)
    : new RpcError(
        rpcCodes.slotSkipped,
        `Slot ${slot} was skipped, or missing in long-term storage`,
      )
}
