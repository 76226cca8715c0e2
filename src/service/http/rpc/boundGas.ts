import { z } from 'zod/mini'

/** Most gas of a relayed call, 50,000,000: what go-ethereum caps it at by default. */
const maxGas = '0x2faf080'
const Call = z.looseObject({ gas: z.optional(z.unknown()) })
const limited: ReadonlySet<string> = new Set(['eth_call', 'eth_estimateGas'])

/**
 * Returns a call's parameters with its gas capped, as most nodes do: one that does not lets a loop run for
 * minutes for whoever names gas enough, or a block that has it. Source: security rule 38.
 */
export function boundGas({ method, params }: { method: string; params: unknown }): unknown {
  if (!limited.has(method) || !Array.isArray(params)) return params
  const [first, ...rest]: readonly unknown[] = params
  const { data: call } = Call.safeParse(first)
  if (!call) return params
  const namesBlock = rest.length > 2
  if (call.gas === undefined && !namesBlock) return params
  return [{ ...call, gas: isWithin(call.gas) ? call.gas : maxGas }, ...rest]
}

function isWithin(gas: unknown): boolean {
  return typeof gas === 'string' && /^0x[\da-f]{1,16}$/i.test(gas) && BigInt(gas) <= BigInt(maxGas)
}
