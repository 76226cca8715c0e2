import { z } from 'zod'

/** One JSON-RPC call. Source: JSON-RPC 2.0, section 4. */
export const JsonRpcCall = z.object({
  id: z.union([z.string().max(100), z.number(), z.null()]).optional(),
  method: z.string().max(100),
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
})
export type JsonRpcCall = z.output<typeof JsonRpcCall>

/** Body of a JSON-RPC request: one call or a batch of up to 100. */
export const JsonRpcBody = z.union([JsonRpcCall, z.array(JsonRpcCall).min(1).max(100)])
