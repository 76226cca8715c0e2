import type { z } from 'zod/mini'

/** One row of the endpoint table. */
export type Endpoint = {
  method: 'GET' | 'POST'
  /** The path of the specification first, then its aliases. */
  paths: readonly [string, ...string[]]
  summary: string
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  response: z.ZodMiniType
  status: 200 | 201
  /** What one request costs against the caller's rate limit; 1 by default. */
  units?: number
  /** The cost for callers without an API key, where it is higher. */
  visitorUnits?: number
  /** Only on devnets; 404 elsewhere. */
  devnetOnly?: true
  /** Accepts Solana accounts, operations and recipients, which are beta. */
  solana?: 'beta'
}
