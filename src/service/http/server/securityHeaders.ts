/**
 * Headers of every answer, as pairs.
 *
 * The policy is the strict one of durability, "Side facts": no inline code, no foreign host but
 * the network's public RPC addresses.
 *
 * @param options.publicRpcUrls - What the dashboard may connect to besides its own origin.
 * @param options.publicUrl - Address of the service; over https it asks browsers to stay there.
 */
export function buildSecurityHeaders(options: {
  publicRpcUrls: readonly string[]
  publicUrl: string
}): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...options.publicRpcUrls.flatMap(toPolicySources)].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
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

/** An RPC address as a policy source; a path ends the match, so only the origin stands. */
function toPolicySources(rpcUrl: string): string[] {
  return URL.canParse(rpcUrl) ? [new URL(rpcUrl).origin] : []
}
