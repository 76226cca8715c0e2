import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { FastifyReply } from 'fastify'

/** Sends the dashboard's page. */
export type Shell = (reply: FastifyReply) => FastifyReply

/**
 * The dashboard's page as a network shows it. One build serves every network: the devnet's is
 * compiled in, and on another the page names it, so that the app knows what to ask for before it
 * shows anything.
 *
 * @param folder - Absolute; the built dashboard.
 * @param network - Name of the network; absent: what is compiled in.
 */
export function createShell(folder: string, network: string | undefined): Shell {
  if (network === undefined) return (reply) => reply.sendFile('index.html')
  const built = readFileSync(path.join(folder, 'index.html'), 'utf8')
  const page = built.replace('<html ', `<html data-network="${network.replaceAll(/\W/g, '')}" `)
  return (reply) => reply.type('text/html; charset=utf-8').send(page)
}
