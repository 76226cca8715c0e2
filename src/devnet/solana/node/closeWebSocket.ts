import type { Connection } from '@solana/web3.js'

/** Closes a connection's websocket, which otherwise reconnects for ever and has no public close. */
export function closeWebSocket(connection: Connection): void {
  const socket: { close?: () => void } = Object(Reflect.get(connection, '_rpcWebSocket'))
  socket.close?.()
}
