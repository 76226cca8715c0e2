import { translate } from '../../language/translate.ts'
import type { EvmKind } from '../../wallets/accounts/choice/ownAccounts.ts'

/** What each kind of account is, in one plain sentence. */
export const kindSentences = {
  roleBased: translate('Signs with your wallet’s key. You can add session keys.'),
  basic: translate('Signs only with your wallet’s key. Works without this service too.'),
  eip7702: translate(
    'Your wallet’s own address, so there’s nothing to transfer. The first payment on each chain needs one extra signature.',
  ),
} as const satisfies Record<EvmKind, string>

/** What each kind of account is called by those who build with it. */
export const technicalNames = {
  roleBased: translate('Role-based smart account (ERC-4337)'),
  basic: translate('Single-key smart account (ERC-4337)'),
  eip7702: translate('Delegated own address (EIP-7702)'),
} as const satisfies Record<EvmKind, string>

/** Why a wallet cannot use an EIP-7702 account, or only on some chains. */
export const authorizationLabels = {
  never: translate(
    'Needs a wallet that signs EIP-7702 authorizations. In a browser, only the local wallet does.',
  ),
  delegated: translate(
    'Already delegated there, so this wallet can use it. Other chains need a wallet that signs EIP-7702 authorizations, such as the local wallet.',
  ),
} as const

/** Why the accounts of an owner that is a contract cannot be used. */
export const contractOwnerLabel = translate(
  'Its owner is a contract, such as a Safe, so it has no key to sign with here.',
)
