import type { AccountAddress } from '#protocol/ids/caip.ts'
import { isPublishedAddress } from '#protocol/accounts/publishedKeys.ts'

/**
 * Rejects publicly known keys, except on a devnet.
 *
 * @throws Error that names the role. Source: security rule 11.
 */
export function rejectPublishedKeys(
  chain: { name: string; isDevnet: boolean },
  roles: Readonly<Record<string, readonly AccountAddress[]>>,
): void {
  if (chain.isDevnet) return
  for (const [role, addresses] of Object.entries(roles))
    if (addresses.some(isPublishedAddress))
      throw new Error(`The key of the ${role} is published; ${chain.name} is no devnet.`)
}
