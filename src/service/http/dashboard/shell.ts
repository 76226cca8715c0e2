import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { FastifyReply } from 'fastify'

import { toChainNames } from '#networks/chooseChains.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import type { Network } from '#networks/network.ts'
import { defaultNames } from '#protocol/accounts/account.ts'
import { withBasePath } from './basePath.ts'

/** Sends the dashboard's page. */
export type Shell = (reply: FastifyReply) => FastifyReply

/** What of a network its page is told. */
export type ShownNetwork = Pick<Network, 'name' | 'names' | 'chains'>

/**
 * The dashboard's page as a network shows it. One build serves every network: the devnet's EVM
 * chains are compiled in with the usual names, and the page says what is otherwise, so that the app knows what
 * to ask for before it shows anything.
 *
 * @param folder - Absolute; the built dashboard.
 * @param options.network - Absent: what is compiled in.
 * @param options.basePath - The path under which it is reached.
 */
export function createShell(
  folder: string,
  { network, basePath }: { network: ShownNetwork | undefined; basePath: string },
): Shell {
  const base = basePath === '' ? '' : `data-base="${escapeHtml(basePath)}" `
  const attributes = `${base}${network === undefined ? '' : buildAttributes(network)}`
  if (attributes === '') return (reply) => reply.sendFile('index.html')
  const built = readFileSync(path.join(folder, 'index.html'), 'utf8')
  const page = withBasePath(built, basePath).replace('<html ', () => `<html ${attributes}`)
  return (reply) => reply.type('text/html; charset=utf-8').send(page)
}

/** What the page has to be told, each attribute with the space after it. */
function buildAttributes({ name, names, chains }: ShownNetwork): string {
  const text = JSON.stringify(names)
  const running = toChainNames({ chains })
  // Which chains another network has, its deployment says.
  const isCompiledIn = name !== 'devnet' || running === toChainNames(devnet)
  const said = [
    ...(isCompiledIn ? [] : [['data-chains', running] as const]),
    ...(name === 'devnet' ? [] : [['data-network', name] as const]),
    ...(text === JSON.stringify(defaultNames) ? [] : [['data-names', text] as const]),
  ]
  return said.map(([attribute, value]) => `${attribute}="${escapeHtml(value)}" `).join('')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
