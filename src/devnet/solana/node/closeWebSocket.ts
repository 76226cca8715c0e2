import type { Connection } from '@solana/web3.js'

/** Closes a connection's websocket, which otherwise reconnects for ever and has no public close. */
export function closeWebSocket(connection: Connection): void {
  const socket: { close?: () => void } = Object(Reflect.get(connection, '_rpcWebSocket'))
  // web3.js retries to unsubscribe over a closing socket without a pause, in microtasks that let nothing
  // else run, for as long as the connection's generation is the one it began with.
  Reflect.set(connection, '_rpcWebSocketGeneration', Number.NaN)
  socket.close?.()
}
