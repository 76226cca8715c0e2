import { getEvmChains } from '#networks/getChain.ts'
import { predictAccount } from '#chains/evm/account/predictAccount.ts'
import type { Network } from '#networks/network.ts'
import type { RoleBasedAccount } from '#protocol/accounts/account.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'

import { translate } from '../../../language/translate.ts'

/**
 * Computes the role-based account whose session and admin keys are both `owner`. The address is
 * derived from the compiled-in network, so a malicious service cannot divert deposits.
 *
 * @throws Error when the network has no chain.
 */
export function computeRoleAccount(
  network: Network,
  owner: EvmAddress,
): RoleBasedAccount & { type: string } {
  const origin = getEvmChains(network)[0]?.contracts
  if (!origin)
    throw new Error(translate('The network “{network}” has no chain.', { network: network.name }))
  const accountAddress = predictAccount({ kind: 'roleBased', session: owner, admin: owner }, origin)
  return {
    type: network.names.accountTypes.roleBased,
    sessionAddress: owner,
    adminAddress: owner,
    accountAddress,
  }
}
