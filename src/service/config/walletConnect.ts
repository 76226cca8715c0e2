import type { createEnvironmentReader } from './environment.ts'

/** The deployment's project at WalletConnect, and the relay that the dashboard uses for it. */
export type WalletConnect = { projectId: string; relayUrl: string }

const publicRelay = 'wss://relay.walletconnect.org'

/** Reads WALLETCONNECT_PROJECT_ID and WALLETCONNECT_RELAY_URL; undefined without a project. */
export function readWalletConnect(
  read: ReturnType<typeof createEnvironmentReader>,
): WalletConnect | undefined {
  const projectId = read.optional('WALLETCONNECT_PROJECT_ID')
  const relayUrl = read.optional('WALLETCONNECT_RELAY_URL')
  if (projectId === undefined) {
    if (relayUrl !== undefined)
      read.fault('WALLETCONNECT_RELAY_URL does nothing without WALLETCONNECT_PROJECT_ID.')
    return undefined
  }
  if (!/^[0-9a-f]{32}$/.test(projectId))
    read.fault('WALLETCONNECT_PROJECT_ID has 32 digits or letters from a to f.')
  if (relayUrl !== undefined && !isRelayUrl(relayUrl))
    read.fault('WALLETCONNECT_RELAY_URL is no address that begins with wss:// or ws://.')
  return { projectId, relayUrl: relayUrl ?? publicRelay }
}

function isRelayUrl(text: string): boolean {
  return URL.canParse(text) && /^wss?:$/.test(new URL(text).protocol)
}
