import type { Json } from './json.ts'
import type { Params } from './params.ts'

/** Methods of the interface by name; each may throw an RpcError. */
export type Methods = Readonly<Record<string, (params: Params) => Json>>
