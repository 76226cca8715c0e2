import type { Connection } from '@solana/web3.js'

/** Ends a connection's websocket, which would look for the node for ever and has no way to be told. */
export function closeWebSocket(connection: Connection): void {
  const socket: { close?: () => void } = Object(Reflect.get(connection, '_rpcWebSocket'))
  socket.close?.()
}
