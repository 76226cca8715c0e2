import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyReply } from 'fastify'
import { toChainNames } from '#networks/chooseChains.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import type { Network } from '#networks/network.ts'
import { defaultNames } from '#protocol/accounts/account.ts'
import { isLoopbackName, parseHostName } from '#protocol/http/parseHostName.ts'
import type { WalletRelay } from '../server/securityHeaders.ts'
import { getBasePath, withBasePath, escapeHtml, getPath } from './basePath.ts'
import { createLinkPreviews } from './linkPreviews.ts'

/** Sends the dashboard's page. */
export type Shell = (reply: FastifyReply) => FastifyReply

/** The part of a network that is passed to the page. */
export type ShownNetwork = Pick<Network, 'name' | 'names' | 'chains'>

/**
 * Creates the dashboard's page for a network. One build serves all networks: the devnet's EVM
 * chains and default names are compiled in, differences are passed as attributes of the page so
 * that the app has them before it renders. Where others reach it, each kind of link has a title and a
 * description of its own, and the address of the preview picture is made absolute: those who show
 * previews of links take no other.
 *
 * @param folder - Absolute path of the built dashboard.
 * @param options.network - The compiled-in network when absent.
 * @param options.publicUrl - URL under which the service is reached.
 */
export function createShell(
  folder: string,
  {
    network,
    publicUrl,
    walletConnect,
    hasMobileWallets,
  }: {
    network: ShownNetwork | undefined
    publicUrl: string
    walletConnect?: WalletRelay | undefined
    hasMobileWallets?: boolean | undefined
  },
): Shell {
  const basePath = getBasePath(publicUrl)
  const base = basePath === '' ? '' : `data-base="${escapeHtml(basePath)}" `
  const remote =
    (walletConnect ? buildRemoteAttributes(walletConnect) : '') +
    (hasMobileWallets ? writeAttribute('data-mobile-wallets', '') : '')
  const attributes = `${base}${network === undefined ? '' : buildAttributes(network)}${remote}`
  const isPublic = !isLoopbackName(parseHostName(new URL(publicUrl).host) ?? '')
  if (attributes === '' && !isPublic) return (reply) => reply.sendFile('index.html')
  const built = readFileSync(path.join(folder, 'index.html'), 'utf8')
  const page = withBasePath(built, basePath)
    .replace('<html ', () => `<html ${attributes}`)
    .replace(' content="/icons/', () => ` content="${new URL(publicUrl).origin}${basePath}/icons/`)
  // Nobody shows a preview of a link into one's own machine.
  const getPage = isPublic ? createLinkPreviews(page) : () => page
  return (reply) => reply.type('text/html; charset=utf-8').send(getPage(getPath(reply.request.url)))
}

/** Attributes for the page, each followed by a space. */
function buildAttributes({ name, names, chains }: ShownNetwork): string {
  const text = JSON.stringify(names)
  const running = toChainNames({ chains })
  // For other networks the deployment names the chains.
  const isCompiledIn = name !== 'devnet' || running === toChainNames(devnet)
  const said = [
    ...(isCompiledIn ? [] : [['data-chains', running] as const]),
    ...(name === 'devnet' ? [] : [['data-network', name] as const]),
    ...(text === JSON.stringify(defaultNames) ? [] : [['data-names', text] as const]),
  ]
  return said.map(([attribute, value]) => writeAttribute(attribute, value)).join('')
}

/** What the page needs to reach wallets on phones. */
function buildRemoteAttributes({ projectId, relayUrl }: WalletRelay): string {
  return (
    writeAttribute('data-wallet-connect', projectId) +
    writeAttribute('data-wallet-connect-relay', relayUrl)
  )
}

function writeAttribute(name: string, value: string): string {
  return `${name}="${escapeHtml(value)}" `
}
