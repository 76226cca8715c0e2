import { isRecord } from '#protocol/ids/isRecord.ts'

/**
 * Asks a chain. Returns the answer of the first address that gives one; undefined when none does.
 *
 * @param body - A JSON-RPC request.
 */
export async function postToFirst(urls: readonly string[], body: string): Promise<unknown> {
  for (const url of urls) {
    const headers = { 'content-type': 'application/json' }
    // oxlint-disable-next-line no-await-in-loop -- the next address is tried when this one fails
    const answered: unknown = await fetch(url, { method: 'POST', headers, body })
      .then(async (response) => response.json())
      .catch(() => undefined)
    if (isRecord(answered)) return answered
  }
  return undefined
}
