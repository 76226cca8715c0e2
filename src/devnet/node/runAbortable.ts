/**
 * Does the work of a start. The node that it is for ends when the work fails, and at once when the
 * signal fires: then the work fails.
 *
 * @throws What the work throws, or the signal's reason; the node has ended.
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
