import { translate } from '../../language/translate.ts'
import type { EvmKind } from '../../wallets/accounts/ownAccounts.ts'

/** Name and description of each kind of account. */
export const accountLabels = {
  roleBased: {
    name: translate('Role-based account'),
    about: translate(
      'A session key signs day to day together with the service, an admin key may do everything. Your key holds both roles.',
    ),
  },
  basic: {
    name: translate('Basic account'),
    about: translate('One key, no roles. It can also be used without the service.'),
  },
  eip7702: {
    name: translate('Your own address (EIP-7702)'),
    about: translate(
      'The address of your key becomes the account: nothing has to be moved to a new one. Your first operation on each chain signs an authorization for it.',
    ),
  },
} as const satisfies Record<EvmKind, { name: string; about: string }>

/** Why a wallet cannot use an EIP-7702 account, or only on some chains. */
export const authorizationLabels = {
  never: translate(
    'Needs a wallet that signs EIP-7702 authorizations. Among wallets in browsers only the one inside this app does.',
  ),
  delegated: translate(
    'Already delegated, so this wallet can use it there. On other chains it needs a wallet that signs EIP-7702 authorizations, as the one inside this app does.',
  ),
} as const
