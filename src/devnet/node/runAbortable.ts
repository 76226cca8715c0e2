/**
 * Runs the start-up work of a node. Stops the node when the work fails, and at once when the signal
 * fires, which makes the work fail.
 *
 * @throws What the work throws, or the signal's reason; the node has been stopped.
 */
export async function runAbortable<Made>(
  node: { stop(): Promise<void> },
  { signal, work }: { signal: AbortSignal | undefined; work: () => Promise<Made> },
): Promise<Made> {
  let ending: Promise<void> | undefined
  function end(): void {
    ending ??= node.stop()
  }
  signal?.addEventListener('abort', end, { once: true })
  try {
    signal?.throwIfAborted()
    return await work()
  } catch (error) {
    end()
    await ending
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', end)
  }
}
