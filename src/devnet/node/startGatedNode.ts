import { randomInt } from 'node:crypto'

import { describeStartError } from './launchAnvil.ts'
import { openNodeGate } from './nodeGate.ts'
import type { AllowedPages } from './pageGuard.ts'
import { type LocalNode, type NodeOptions, startNode } from './startNode.ts'

/**
 * Starts a local node behind a gate: the requested port answers only programs and allowed pages.
 *
 * @returns Once the node answers; stopping it closes the gate.
 * @throws Error in one sentence, as {@link startNode}.
 */
export async function startGatedNode(
  options: Omit<NodeOptions, 'host'> & { allowedPages: AllowedPages },
): Promise<LocalNode> {
  const { port: wantedPort, allowedPages, ...rest } = options
  const host = generateHost()
  const node = await startNode({ ...rest, host, port: 0 })
  try {
    const target = { host, port: node.port }
    const gate = await openNodeGate({ port: wantedPort, target, allowedPages })
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
 * Address for the node itself. Anvil cannot listen on a private channel alone (its Unix socket
 * comes in addition to the port), and a page can try every port of 127.0.0.1 with websockets. On
 * Linux all of 127.0.0.0/8 is local: with the port that is one place among 2^38, too many to
 * search. Other systems have only 127.0.0.1, where just the port is unknown.
 */
function generateHost(): string {
  if (process.platform !== 'linux') return '127.0.0.1'
  return `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`
}
