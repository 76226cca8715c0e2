import { randomInt } from 'node:crypto'

import { describeStartError } from './launchAnvil.ts'
import { openNodeGate } from './nodeGate.ts'
import type { AllowedPages } from './pageGuard.ts'
import { type LocalNode, type NodeOptions, startNode } from './startNode.ts'

/**
 * Starts a local node behind a gate: on the wanted port it answers programs and the pages of its visitors
 * only.
 *
 * @returns Once the node answers; its gate closes with it.
 * @throws Error in one sentence: what {@link startNode} throws.
 */
export async function startGatedNode(
  options: Omit<NodeOptions, 'host'> & { visitors: AllowedPages },
): Promise<LocalNode> {
  const { port: wantedPort, visitors, ...rest } = options
  const host = generateHost()
  const node = await startNode({ ...rest, host, port: 0 })
  try {
    const target = { host, port: node.port }
    const gate = await openNodeGate({ port: wantedPort, target, visitors })
    return {
      ...node,
      rpcUrl: `http://127.0.0.1:${gate.port}`,
      async stop() {
        await gate.close()
        await node.stop()
      },
    }
  } catch (cause) {
    await node.stop()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(describeStartError(reason, { ...options, port: wantedPort }), { cause })
  }
}

/**
 * Where the node itself listens. Anvil has no door that only we could use (a Unix socket comes beside its
 * port), and a page can try every port of 127.0.0.1 with websockets. On Linux all of 127.0.0.0/8 is this
 * machine: with the port that is one place among 2^38, which no page finds. Other systems have 127.0.0.1
 * alone; there the port is what a page would have to find.
 */
function generateHost(): string {
  if (process.platform !== 'linux') return '127.0.0.1'
  return `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`
}
