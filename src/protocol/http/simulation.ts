import { z } from 'zod/mini'

const Quantity = z.string().check(z.regex(/^0x[\da-f]{1,64}$/i))
const Data = z.string().check(z.regex(/^0x([\da-f]{2})*$/i))
const Address = z.string().check(z.regex(/^0x[\da-f]{40}$/i))

const Simulation = z.strictObject({
  blockStateCalls: z.tuple([
    z.strictObject({
      stateOverrides: z.optional(
        z.record(
          Address,
          z.strictObject({
            balance: z.optional(Quantity),
            code: z.optional(Data),
            stateDiff: z.optional(z.record(Quantity, Quantity)),
          }),
        ),
      ),
      calls: z.array(
        z.strictObject({
          from: z.optional(Address),
          to: Address,
          data: z.optional(Data),
          value: z.optional(Quantity),
          gas: Quantity,
        }),
      ),
    }),
  ]),
  validation: z.optional(z.literal(false)),
  traceTransfers: z.optional(z.boolean()),
})
/** The parameters of an `eth_simulateV1` of one block on the latest state, without validation. */
export const SimulationParameters = z.tuple([Simulation, z.literal('latest')])
