import type { DeploymentStatus } from '#chains/evm/account/readDeploymentStatus.ts'
import { translate } from '../../../language/translate.ts'
import type { EvmKind } from '../../../wallets/accounts/choice/ownAccounts.ts'

/** Says whether an account stands on a chain; `undefined` where the chain did not answer. */
export function describeCode(code: DeploymentStatus['code'] | undefined, kind: EvmKind): string {
  if (code === undefined) return translate('Unknown')
  const isDelegation = kind === 'eip7702'
  if (code === (isDelegation ? 'delegate' : 'contract'))
    return translate(isDelegation ? 'Delegated' : 'Deployed')
  // Its owner has to change that before the account can be used there.
  if (isDelegation && code !== 'none') return translate('Occupied by another contract')
  return translate(isDelegation ? 'Delegated with first payment' : 'Deployed with first payment')
}
