import type { EvmAddress } from '#protocol/caip.ts'
import type { Hex } from '#protocol/hex.ts'
import type { AccountKeys } from './predictAccount.ts'
import type { EvmClient } from './client.ts'
import { readMany } from './readMany.ts'

/** `roles()` of RoleAccount: session, admin. */
const rolesSelector = '0x392f5f64'
/** `signer()` of BasicAccount. */
const signerSelector = '0x238ac933'

/**
 * Whether a deployed account answers that these keys are its own.
 *
 * @returns False too when there is no such account on the chain.
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function readKeys(
  client: EvmClient,
  options: { account: EvmAddress; keys: AccountKeys },
): Promise<boolean> {
  const { account, keys } = options
  const expected = keys.kind === 'roleBased' ? [keys.session, keys.admin] : [keys.signer]
  const data: Hex = keys.kind === 'roleBased' ? rolesSelector : signerSelector
  const { values } = await readMany(client, [
    { kind: 'call', to: account, data, words: expected.length },
  ])
  const [words] = values
  return words !== undefined && expected.every((key, index) => BigInt(key) === words[index])
}
