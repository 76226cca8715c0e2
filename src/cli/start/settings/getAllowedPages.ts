import type { AllowedPages } from '#devnet/node/pageGuard.ts'
import type { Environment } from '#service/config/variables.ts'

/**
 * Returns the origins whose pages may call the local nodes: the dashboard's, and those in `CORS_ORIGINS`.
 * A host in `PUBLIC_RPC_URL_<n>` is a proxy in front of a node.
 */
export function getAllowedPages(
  environment: Environment,
  { host, port }: { host: string; port: number },
): AllowedPages {
  const own = [host, '127.0.0.1', 'localhost', '[::1]'].map((name) => `http://${name}:${port}`)
  const named = [environment['PUBLIC_URL'], ...(environment['CORS_ORIGINS'] ?? '').split(',')]
  const publicRpcUrls = Object.entries(environment).flatMap(([name, value]) =>
    name.startsWith('PUBLIC_RPC_URL_') ? [value] : [],
  )
  return {
    origins: [...new Set([...own, ...named].flatMap((url) => parseUrl(url)?.origin ?? []))],
    hosts: publicRpcUrls.flatMap((url) => parseUrl(url)?.hostname ?? []),
  }
}

function parseUrl(text: string | undefined): URL | undefined {
  const trimmed = text?.trim() ?? ''
  return URL.canParse(trimmed) ? new URL(trimmed) : undefined
}
