import type { Connection } from '@solana/web3.js'

import { type SupervisedNode, superviseNode } from '../../node/superviseNode.ts'
import { launchSolanaNode, type SolanaNodeSettings } from './launchSolanaNode.ts'

/** Closes a connection's websocket, which otherwise reconnects for ever and has no public close. */
export function closeWebSocket(connection: Connection): void {
  const socket: { close?: () => void; setAutoReconnect?: (isOn: boolean) => void } = Object(
    Reflect.get(connection, '_rpcWebSocket'),
  )
  // web3.js retries to unsubscribe over a closing socket without a pause, in microtasks that let nothing
  // else run, for as long as the connection's generation is the one it began with.
  Reflect.set(connection, '_rpcWebSocketGeneration', Number.NaN)
  // It would also connect again for subscriptions that it still has, and where it was not open yet.
  Reflect.set(socket, 'connect', () => undefined)
  socket.setAutoReconnect?.(false)
  socket.close?.()
}

/** Options of a local Solana node. */
export type SolanaNodeOptions = SolanaNodeSettings & {
  /** Called with one sentence when the node died and was restarted, or could not be. */
  onWarning: (sentence: string) => void
}

/** A running local Solana node that is restarted when it dies. */
export type SolanaNode = SupervisedNode & {
  name: string
  rpcUrl: string
  /** Default websocket URL of Solana clients: one port further. The first port serves it too. */
  websocketUrl: string
}

/**
 * Starts a local Solana node and supervises it.
 *
 * @returns Once the node answers.
 * @throws Error in one sentence: the port is in use, the state is unreadable, or the same devnet is
 *   already running.
 */
export async function startSolanaNode(options: SolanaNodeOptions): Promise<SolanaNode> {
  const { name, port, stateFile, onWarning } = options
  const node = await superviseNode({
    name,
    port,
    stateFile,
    onWarning,
    run: (wantedPort) => launchSolanaNode({ ...options, port: wantedPort }),
  })
  return {
    ...node,
    name,
    rpcUrl: `http://127.0.0.1:${node.port}`,
    websocketUrl: `ws://127.0.0.1:${node.port + 1}`,
  }
}
