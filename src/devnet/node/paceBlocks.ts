/** Stops what it belongs to. */
export type Stop = () => void

/**
 * Has a node mine a block every so often, at fixed points of the clock: a late block does not make
 * the next one late.
 *
 * @param rpcUrl - Where the node answers.
 * @param pace.blockMs - Time between two blocks.
 * @param pace.offsetMs - How far this chain's blocks lie behind whole multiples of `blockMs`.
 * @returns Stops the blocks.
 */
export function paceBlocks(rpcUrl: string, pace: { blockMs: number; offsetMs: number }): Stop {
  const { blockMs, offsetMs } = pace
  let timer = setTimeout(beat, untilNext())
  let isStopped = false

  function untilNext(): number {
    return blockMs - ((Date.now() - offsetMs) % blockMs)
  }

  function beat(): void {
    void mine(rpcUrl).finally(() => {
      if (!isStopped) timer = setTimeout(beat, untilNext())
    })
  }

  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

async function mine(rpcUrl: string): Promise<void> {
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}',
      signal: AbortSignal.timeout(10_000),
    })
    await response.arrayBuffer()
  } catch {
    // The node is gone: its supervisor sees that by itself and starts it again.
  }
}
