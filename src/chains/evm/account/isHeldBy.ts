import { getAddress, size, slice } from 'viem/utils'

import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { EvmClient } from '../rpc/client.ts'
import {
  type AccountKeys,
  type AccountOrigin,
  buildCloneCode,
  predictAccount,
} from './predictAccount.ts'
import { readSessionKey } from './sessionKey.ts'

/** Length of an ERC-1167 clone; the keys follow, one word each. */
const cloneBytes = 45
const wordBytes = 32

/**
 * Whether a deployed account of ours is controlled by these keys.
 *
 * The account is recognized by its code, never by what it returns: anyone can deploy a contract
 * whose `signer()` or `roles()` returns keys of their choice. Its code must be the clone that our
 * factory deploys, and its address must derive from the keys in that code; then no one can deploy
 * other code there, on this chain or another. Only then is it asked whether the session key was
 * replaced.
 *
 * @returns False also if there is no such account on the chain.
 * @throws ChainUnavailableError if the chain does not answer. Source: security rule 31.
 */
export async function isHeldBy(
  client: EvmClient,
  options: { account: EvmAddress; keys: AccountKeys; origin: AccountOrigin },
): Promise<boolean> {
  const { account, keys, origin } = options
  const code = await client.rpc.request({ method: 'eth_getCode', params: [account, 'latest'] })
  const first = findInitialKeys(code, origin)
  if (!first || !isSameAddress(predictAccount(first, origin), account)) return false
  if (first.kind === 'basic' || keys.kind === 'basic')
    return 'signer' in first && 'signer' in keys && isSameAddress(first.signer, keys.signer)
  if (!isSameAddress(first.admin, keys.admin)) return false
  return isSameAddress((await readSessionKey(client, account)) ?? '', keys.session)
}

/** The keys in the code of an account of ours; undefined for any other code. */
function findInitialKeys(code: Hex, origin: AccountOrigin): AccountKeys | undefined {
  const words = (size(code) - cloneBytes) / wordBytes
  if (words !== 1 && words !== 2) return undefined
  const [first, second] = [getAddressAt(code, 0), getAddressAt(code, words - 1)]
  const keys: AccountKeys =
    words === 1
      ? { kind: 'basic', signer: first }
      : { kind: 'roleBased', session: first, admin: second }
  // Byte for byte what the factory deploys for these keys.
  return buildCloneCode(keys, origin).toLowerCase() === code.toLowerCase() ? keys : undefined
}

/** The address in one of the words after the clone's code. */
function getAddressAt(code: Hex, word: number): EvmAddress {
  const end = cloneBytes + (word + 1) * wordBytes
  return getAddress(slice(code, end - 20, end))
}
