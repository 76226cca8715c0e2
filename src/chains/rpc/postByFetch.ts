import type { Post } from './rpcBatch.ts'

/** Posts by `fetch`, in browsers and in Node. */
export function postByFetch(url: string): Post {
  return async (body, { timeoutMs }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, text: await response.text() }
  }
}
