import type { Bank } from '../bank/bank.ts'
import type { Methods } from './methods.ts'
import { readCount, readText } from '../bank/params.ts'
import { createInvalidParams } from '../bank/rpcError.ts'

const deliveries = ['land', 'drop', 'hold'] as const

/** Creates the test-only methods: moving the clock, expiring blockhashes, losing transactions. */
export function createControlMethods(bank: Bank): Methods {
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
