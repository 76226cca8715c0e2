import type { EvmAddress } from '#protocol/ids/caip.ts'
import { useAccountCodes } from '../../api/chains/accountCodes.ts'
import type { EvmKind } from '../../wallets/accounts/choice/ownAccounts.ts'
import { localWalletRdns } from '../../wallets/local/localWalletIdentity.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { authorizationLabels, contractOwnerLabel } from './accountLabels.ts'

/** Whether an account can be used with a wallet, and what limits it; undefined if nothing does. */
export type AccountUsability = { isPossible: boolean; limit: string | undefined }

/**
 * Whether a wallet can use an account: no contract can own one, and an EIP-7702 account needs a
 * wallet that signs authorizations, as of browser wallets the local one does, unless it is delegated
 * already.
 */
export function useAccountUsability(of: {
  kind: EvmKind
  owner: EvmAddress
  wallet: { id: string }
}): AccountUsability {
  const { kind, owner, wallet } = of
  const isLocal = wallet.id === localWalletRdns
  const codes = [
    ...(useAccountCodes(useNetwork(), isLocal ? undefined : owner).data?.values() ?? []),
  ]
  if (codes.includes('contract')) return { isPossible: false, limit: contractOwnerLabel }
  if (kind !== 'eip7702' || isLocal) return { isPossible: true, limit: undefined }
  const isDelegated = codes.includes('delegate')
  return {
    isPossible: isDelegated,
    limit: isDelegated ? authorizationLabels.delegated : authorizationLabels.never,
  }
}
