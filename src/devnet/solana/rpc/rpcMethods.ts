import { createAbsentMethods } from './absentMethods.ts'
import { createAccountMethods } from './accountMethods.ts'
import { createAirdropMethods } from './airdrop.ts'
import type { Bank } from '../bank/bank.ts'
import { createBlockMethods } from './blockMethods.ts'
import { createClusterMethods } from './clusterMethods.ts'
import { createHistoryMethods } from './historyMethods.ts'
import type { MethodHandler } from './jsonRpc.ts'
import { rpcCodes, RpcError, createInvalidParams, type Json } from '../bank/rpcAnswer.ts'
import { createTokenMethods } from './tokenMethods.ts'
import { createTransactionMethods } from './transactionMethods.ts'
import { withContext, type Methods } from './context.ts'
import { getCommitment, readOptions, readText, readCount } from '../bank/params.ts'
import { hashLifeBlocks, getBlockHeight } from '../bank/slots.ts'

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

/** Creates the methods needed to build a transaction: blockhashes and priority fees. */
function createBlockhashMethods(bank: Bank): Methods {
  const { blocks } = bank
  return {
    getLatestBlockhash(params) {
      const options = readOptions(params, 0)
      const slot = blocks.slot(getCommitment(options))
      const lastValidBlockHeight = getBlockHeight(slot) + hashLifeBlocks
      return withContext(bank, {
        options,
        value: { blockhash: blocks.blockhash(slot), lastValidBlockHeight },
      })
    },
    isBlockhashValid(params) {
      const options = readOptions(params, 1)
      const slot = blocks.slotOfHash(readText(params, 0), getCommitment(options))
      return withContext(bank, { options, value: slot !== undefined })
    },
    getRecentPrioritizationFees(): Json {
      const newest = blocks.slot('processed')
      return Array.from({ length: hashLifeBlocks }, (_, index) => ({
        slot: newest - hashLifeBlocks + 1 + index,
        prioritizationFee: 0,
      }))
    },
  }
}

const deliveries = ['land', 'drop', 'hold'] as const

/** Creates the test-only methods: moving the clock, expiring blockhashes, losing transactions. */
function createControlMethods(bank: Bank): Methods {
  const { blocks } = bank
  return {
    /** Advances the clock that programs read, in seconds; blocks are unaffected. */
    svm_increaseTime(params) {
      blocks.move({ seconds: readCount(params, 0), slots: 1 })
      return blocks.newest().timeSeconds
    },
    /** Skips slots; the clock is unaffected. */
    svm_advanceSlots(params) {
      blocks.move({ seconds: 0, slots: readCount(params, 0) })
      return blocks.slot('processed')
    },
    /** `drop` loses accepted transactions, `hold` keeps them until `land`. */
    svm_setDelivery(params) {
      const wanted = readText(params, 0)
      const delivery = deliveries.find((known) => known === wanted)
      if (!delivery) throw createInvalidParams(`Invalid params: unknown delivery ${wanted}.`)
      bank.deliver(delivery)
      return delivery
    },
  }
}
