import type { z } from 'zod/mini'

/** Where an endpoint is, and what it answers: all that a client needs of it. */
export type EndpointRoute = {
  method: 'GET' | 'POST'
  /** The path of the specification first, then its aliases. */
  paths: readonly [string, ...string[]]
  response: z.ZodMiniType
}

/** Largest body of an endpoint that names none, bytes. */
export const defaultMaxBodyBytes = 32 * 1024

/** One row of the endpoint table. */
export type Endpoint = EndpointRoute & {
  summary: string
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Largest body in bytes; {@link defaultMaxBodyBytes} by default. */
  maxBodyBytes?: number
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
