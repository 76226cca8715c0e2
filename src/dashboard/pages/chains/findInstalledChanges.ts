import { canonicalizeJson } from '#protocol/quotes/canonicalizeJson.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import type { Installed } from '#protocol/service/fingerprint.ts'

/** A part of an instance that differs from what was pinned. */
export type InstalledChange = {
  /** The instance's own, or one of a chain: `contracts`, `feeds`, `pools`, `roles`, `program`, … */
  part: string
  /** CAIP-2 id; undefined for the instance's own parts. */
  chainId: string | undefined
  /** Names of the members that differ, such as `outputGuard`; empty where the part has none. */
  names: readonly string[]
}

/**
 * Finds what an instance reports otherwise than what was pinned, chains that came or went included.
 *
 * @param before - The pin as stored, of any version.
 * @returns Empty when the pin's parts are unknown.
 */
export function findInstalledChanges(
  before: { quoteSigner?: unknown; deployment?: unknown },
  { quoteSigner, deployment }: Installed,
): readonly InstalledChange[] {
  const old = before.deployment
  if (typeof before.quoteSigner !== 'string' || !isRecord(old)) return []
  const changes: InstalledChange[] = []
  if (toText(before.quoteSigner) !== toText(quoteSigner))
    changes.push({ part: 'quoteSigner', chainId: undefined, names: [] })
  const roles = findDifferent(old['roles'], deployment.roles)
  if (roles.length > 0) changes.push({ part: 'roles', chainId: undefined, names: roles })
  const [then, now] = [
    toChains(old['chains'], old['solana']),
    toChains(deployment.chains, deployment.solana),
  ]
  for (const chainId of new Set([...then.keys(), ...now.keys()])) {
    const [one, other] = [then.get(chainId), now.get(chainId)]
    if (!one || !other) changes.push({ part: one ? 'removed' : 'added', chainId, names: [] })
    else
      for (const part of findDifferent(one, other))
        changes.push({ part, chainId, names: findDifferent(one[part], other[part]) })
  }
  return changes
}

function toChains(...lists: unknown[]): ReadonlyMap<string, Record<string, unknown>> {
  const chains = lists.flatMap((list) => (Array.isArray(list) ? list.filter(isRecord) : []))
  return new Map(chains.map((chain) => [String(chain['chainId']), chain]))
}

/** Names of the members that differ; none of what has no names. */
function findDifferent(one: unknown, other: unknown): readonly string[] {
  if (!isRecord(one) || !isRecord(other)) return []
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => toText(one[name]) !== toText(other[name]))
}

/** Addresses of EVM chains may be written in either case, those of Solana in one. */
function toText(value: unknown): string {
  const text = value === undefined ? '' : canonicalizeJson(value)
  return text.replaceAll(/"0x[\da-f]+"/gi, (hex) => hex.toLowerCase())
}
