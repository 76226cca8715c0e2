import { setTimeout as wait } from 'node:timers/promises'

import { type EndpointName, endpoints } from '#protocol/http/endpoints.ts'

/** A running service, accessed through its public interface only. */
export type BenchService = { url: string; key: string }

/**
 * Calls an endpoint with a query (GET) or a body (POST) and returns the JSON undecoded, because signed
 * documents must be sent back unchanged. Over the rate limit it asks again when the service says so.
 *
 * @throws Error with status and body of an error response.
 */
export async function ask(
  service: BenchService,
  name: EndpointName,
  input: Record<string, unknown> = {},
): Promise<unknown> {
  const { method, paths } = endpoints[name]
  const isPost = method === 'POST'
  const response = await fetch(`${service.url}${paths[0]}${isPost ? '' : buildQuery(input)}`, {
    method,
    headers: { 'x-api-key': service.key, ...(isPost && { 'content-type': 'application/json' }) },
    ...(isPost && { body: JSON.stringify(input) }),
  })
  if (response.status === 429) {
    await wait(1_000 * Number(response.headers.get('retry-after') ?? 1))
    return ask(service, name, input)
  }
  const received: unknown = await response.json()
  if (!response.ok)
    throw new Error(`${paths[0]} answered ${response.status}: ${JSON.stringify(received)}`)
  return received
}

function buildQuery(input: Record<string, unknown>): string {
  const entries = Object.entries(input).map(([name, value]) => [name, String(value)])
  return entries.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(entries))}`
}
