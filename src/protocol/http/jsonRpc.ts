import { z } from 'zod/mini'

/** One JSON-RPC call. Source: JSON-RPC 2.0, section 4. */
export const JsonRpcCall = z.object({
  id: z.optional(z.union([z.string().check(z.maxLength(100)), z.number(), z.null()])),
  method: z.string().check(z.maxLength(100)),
  params: z.optional(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])),
})
export type JsonRpcCall = z.output<typeof JsonRpcCall>

/** Body of a JSON-RPC request: one call or a batch of up to 100. */
export const JsonRpcBody = z.union([
  JsonRpcCall,
  z.array(JsonRpcCall).check(z.minLength(1), z.maxLength(100)),
])
