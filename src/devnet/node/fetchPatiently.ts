import { setTimeout as wait } from 'node:timers/promises'

/** How long a node that runs is asked for one thing. */
const withinMs = 30_000
const betweenMs = 250

/**
 * Asks a local node that is running. On a machine that is busy with other things a connection may
 * fail seconds after the node said that it listens, so it is asked again until it answers.
 *
 * @param of.isRunning - Whether there is still somebody to ask.
 * @throws Error in one sentence that says what to do, when it has not answered in time.
 */
export async function fetchPatiently(
  url: Parameters<typeof fetch>[0],
  request: RequestInit | undefined,
  of: { isRunning?: () => boolean; withinMs?: number } = {},
): Promise<Response> {
  const endsAtMs = performance.now() + (of.withinMs ?? withinMs)
  for (;;)
    try {
      // One request at a time: each is the same one again.
      // oxlint-disable-next-line no-await-in-loop
      return await fetch(url, request)
    } catch (cause) {
      const isOver = performance.now() >= endsAtMs || of.isRunning?.() === false
      if (isOver || request?.signal?.aborted === true) throw describeSilence(url, cause)
      // As above.
      // oxlint-disable-next-line no-await-in-loop
      await wait(betweenMs)
    }
}

function describeSilence(url: Parameters<typeof fetch>[0], cause: unknown): Error {
  const place = url instanceof Request ? url.url : String(url)
  const reason = cause instanceof Error ? (cause.cause ?? cause) : cause
  const word = reason instanceof Error ? reason.message : String(reason)
  return new Error(
    `The local chain at ${place} runs but does not answer (${word}). The machine may be too busy: end other programs and start again.`,
    { cause },
  )
}
