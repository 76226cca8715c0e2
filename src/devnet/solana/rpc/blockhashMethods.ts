import type { Bank } from '../bank/bank.ts'
import { withContext } from './context.ts'
import type { Json } from '../bank/json.ts'
import type { Methods } from './methods.ts'
import { getCommitment, readOptions, readText } from '../bank/params.ts'
import { hashLifeBlocks, getBlockHeight } from '../bank/slots.ts'

/** Creates the methods needed to build a transaction: blockhashes and priority fees. */
export function createBlockhashMethods(bank: Bank): Methods {
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
