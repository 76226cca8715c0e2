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

/** Most of what one relayed simulation may hold; gas within what public nodes give a request. */
const limits = {
  calls: 120,
  gas: 75_000_000n,
  overrides: 40,
  /** Hexadecimal digits of code that replaces that of contracts. */
  codeDigits: 100_000,
  slots: 200,
} as const

/**
 * Returns why a simulation is not relayed; undefined if it is. It runs code that anyone chooses, so
 * it holds one block on the latest state, with gas given for every call. Source: security rule 38.
 *
 * @param params - The parameters of `eth_simulateV1`.
 */
export function findSimulationFault(params: unknown): string | undefined {
  const read = SimulationParameters.safeParse(params)
  if (!read.success)
    return 'One block on the latest state is simulated here, without validation; each call names its gas.'
  const [{ blockStateCalls }] = read.data
  const [{ stateOverrides = {}, calls }] = blockStateCalls
  const overrides = Object.values(stateOverrides)
  const gas = calls.reduce((sum, call) => sum + BigInt(call.gas), 0n)
  const codeDigits = overrides.reduce((sum, { code = '' }) => sum + code.length, 0)
  const slots = overrides.reduce(
    (sum, { stateDiff = {} }) => sum + Object.keys(stateDiff).length,
    0,
  )
  if (calls.length > limits.calls) return `At most ${limits.calls} calls are simulated at a time.`
  if (gas > limits.gas) return `At most ${limits.gas} gas is simulated at a time.`
  if (overrides.length > limits.overrides)
    return `At most ${limits.overrides} addresses are overridden at a time.`
  if (codeDigits > limits.codeDigits)
    return `At most ${limits.codeDigits / 2} bytes of code are overridden at a time.`
  if (slots > limits.slots) return `At most ${limits.slots} slots are overridden at a time.`
  return undefined
}
