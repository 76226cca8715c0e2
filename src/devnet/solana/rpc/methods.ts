import type { Json } from '../bank/json.ts'
import type { Params } from '../bank/params.ts'

/** RPC methods by name; each may throw an RpcError. */
export type Methods = Readonly<Record<string, (params: Params) => Json>>
