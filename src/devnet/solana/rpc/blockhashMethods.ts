import type { Bank } from '../bank/bank.ts'
import { inContext } from './context.ts'
import type { Json } from '../bank/json.ts'
import type { Methods } from './methods.ts'
import { commitmentOf, optionsIn, textIn } from '../bank/params.ts'
import { hashLifeBlocks, heightOf } from '../bank/slots.ts'

/** What a transaction needs to know before it is made: a blockhash, and what others pay. */
export function blockhashMethods(bank: Bank): Methods {
  const { blocks } = bank
  return {
    getLatestBlockhash(params) {
      const options = optionsIn(params, 0)
      const slot = blocks.slot(commitmentOf(options))
      const lastValidBlockHeight = heightOf(slot) + hashLifeBlocks
      return inContext(bank, {
        options,
        value: { blockhash: blocks.blockhash(slot), lastValidBlockHeight },
      })
    },
    isBlockhashValid(params) {
      const options = optionsIn(params, 1)
      const slot = blocks.slotOfHash(textIn(params, 0), commitmentOf(options))
      return inContext(bank, { options, value: slot !== undefined })
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
