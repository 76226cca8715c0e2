import { getAddress, numberToHex, pad } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { EvmClient } from '../rpc/client.ts'
import { readMany } from '../rpc/readMany.ts'

/** `roles()` of RoleAccount: session, admin. */
const rolesSelector = '0x392f5f64'
/** `replaceSession(address session)` of RoleAccount, which only the admin may call. */
const replaceSessionSelector = '0x84109aeb'
const noKey = `0x${'00'.repeat(20)}` as const

/**
 * Reads the session key that a role-based account has on a chain, as the account answers.
 *
 * @returns Zero where it was revoked; undefined where there is no such account.
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function readSessionKey(
  client: EvmClient,
  account: EvmAddress,
): Promise<EvmAddress | undefined> {
  const { values } = await readMany(client, [
    { kind: 'call', to: account, data: rolesSelector, words: 2 },
  ])
  const session = values[0]?.[0]
  return session === undefined || session >= 1n << 160n
    ? undefined
    : getAddress(numberToHex(session, { size: 20 }))
}

/** The call by which an admin gives a role-based account another session key, or none. */
export function buildSessionChange(
  account: EvmAddress,
  session: EvmAddress | undefined,
): { to: EvmAddress; data: Hex } {
  return { to: account, data: `${replaceSessionSelector}${pad(session ?? noKey).slice(2)}` }
}
