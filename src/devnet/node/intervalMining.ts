import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'

/** A node that takes longer to answer hangs. */
const hangMs = 10_000
const question = '{"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}'

/**
 * Makes a node mine blocks at fixed points of the clock: a late block does not delay the next.
 *
 * @param rpcUrl - The node's URL.
 * @param pace.blockMs - Block time.
 * @param pace.offsetMs - Offset of this chain's blocks from whole multiples of `blockMs`.
 * @returns Stops the mining.
 */
export function startIntervalMining(
  rpcUrl: string,
  pace: { blockMs: number; offsetMs: number },
): () => void {
  const { blockMs, offsetMs } = pace
  // With several chains and many blocks a second this takes a third of the CPU time of `fetch`.
  const options = {
    agent: new Agent({ keepAlive: true }),
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': question.length },
  }
  let timer = setTimeout(mineNext, untilNext())
  let isStopped = false

  function untilNext(): number {
    return blockMs - ((Date.now() - offsetMs) % blockMs)
  }

  function mineNext(): void {
    void mine((answered) => request(rpcUrl, options, answered)).finally(() => {
      if (!isStopped) timer = setTimeout(mineNext, untilNext())
    })
  }

  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** Resolves when the node has answered or failed to. */
function mine(
  send: (answered: (response: IncomingMessage) => void) => ClientRequest,
): Promise<void> {
  return new Promise((resolve) => {
    const sent = send((response) => response.resume())
    // Ignore a node that is gone or hangs: its supervisor restarts it.
    sent.on('error', () => undefined)
    sent.on('close', () => resolve())
    sent.setTimeout(hangMs, () => sent.destroy())
    sent.end(question)
  })
}
