import type { Json } from '../bank/json.ts'
import type { Params } from '../bank/params.ts'

/** Methods of the interface by name; each may throw an RpcError. */
export type Methods = Readonly<Record<string, (params: Params) => Json>>
