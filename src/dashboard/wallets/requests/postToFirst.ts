import { isRecord } from '#protocol/ids/isRecord.ts'

/**
 * Asks a chain. Returns the answer of the first address that gives one; undefined when none does.
 *
 * @param body - A JSON-RPC request.
 * @param signal - Ends the waiting; what was not answered by then counts as not answered.
 */
export async function postToFirst(
  urls: readonly string[],
  body: string,
  signal?: AbortSignal,
): Promise<unknown> {
  for (const url of urls) {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body, ...(signal && { signal }) }
    // oxlint-disable-next-line no-await-in-loop -- the next address is tried when this one fails
    const answered: unknown = await fetch(url, request)
      .then(async (response) => response.json())
      .catch(() => undefined)
    if (isRecord(answered)) return answered
  }
  return undefined
}
