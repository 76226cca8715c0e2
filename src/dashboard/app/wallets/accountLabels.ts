import { translate } from '../../language/translate.ts'
import type { EvmKind } from '../../wallets/accounts/choice/ownAccounts.ts'

/** What each kind of account is, in one plain sentence. */
export const kindSentences = {
  roleBased: translate("Pays and signs with your wallet's key; other keys can be allowed."),
  basic: translate("Pays and signs with your wallet's key alone. Works without this service too."),
  eip7702: translate(
    "Your wallet's own address, with nothing to move. The first payment on each chain asks for one more signature.",
  ),
} as const satisfies Record<EvmKind, string>

/** What each kind of account is called by those who build with it. */
export const technicalNames = {
  roleBased: translate('Role-based smart account (ERC-4337)'),
  basic: translate('Smart account of one key (ERC-4337)'),
  eip7702: translate('Own address with delegated code (EIP-7702)'),
} as const satisfies Record<EvmKind, string>

/** Why a wallet cannot use an EIP-7702 account, or only on some chains. */
export const authorizationLabels = {
  never: translate(
    'Needs a wallet that signs EIP-7702 authorizations. Among wallets in browsers only the one inside this app does.',
  ),
  delegated: translate(
    'Already delegated, so this wallet can use it there. On other chains it needs a wallet that signs EIP-7702 authorizations, as the one inside this app does.',
  ),
} as const

/** Why the accounts of an owner that is a contract cannot be used. */
export const contractOwnerLabel = translate(
  'Its owner is a contract, such as a Safe. It has no key that could sign here.',
)
