/** The deployment's project at WalletConnect, and its relay. */
export type WalletRelay = { projectId: string; relayUrl: string }

/** Says to wallets, in a hidden frame, which page asks. Source: WalletConnect, "Verify API". */
const verifyServer = 'https://verify.walletconnect.org'

/**
 * Builds the headers of every response. They are a table rather than hooks of @fastify/helmet and @fastify/cors, as
 * answers to broken requests and unroutable URLs, which run no hook, have them too. The content security policy is that of durability, "Side
 * facts": no inline code, no other host but the network's public RPC URLs and what the deployment allows.
 *
 * @param options.publicRpcUrls - What the dashboard may connect to besides its own origin.
 * @param options.walletConnect - Opens the policy for its relay and its Verify server.
 * @param options.hasMobileWallets - Opens it for wallet apps of the phone that the page is on, each of which
 *   chooses a port of its own. Source: Mobile Wallet Adapter 2.0, "Association".
 * @param options.publicUrl - URL of the service; with https, HSTS is enabled.
 */
export function buildSecurityHeaders(options: {
  publicRpcUrls: readonly string[]
  publicUrl: string
  walletConnect?: WalletRelay | undefined
  hasMobileWallets?: boolean | undefined
}): Record<string, string> {
  const { walletConnect, hasMobileWallets } = options
  const frames = [
    ...(walletConnect ? [verifyServer] : []),
    ...(hasMobileWallets ? ['solana-wallet:'] : []),
  ]
  const hosts = [...options.publicRpcUrls, ...(walletConnect ? [walletConnect.relayUrl] : [])]
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    // The service worker, and the one policy that names its address.
    "worker-src 'self'",
    [
      "connect-src 'self'",
      ...hosts.flatMap(toPolicySources),
      ...(hasMobileWallets ? ['ws://localhost:*'] : []),
    ].join(' '),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types estuary-worker',
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(options.publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000',
    }),
  }
}

/** Returns the origin of an RPC URL; paths in a policy source would restrict the match. */
function toPolicySources(rpcUrl: string): string[] {
  return URL.canParse(rpcUrl) ? [new URL(rpcUrl).origin] : []
}
