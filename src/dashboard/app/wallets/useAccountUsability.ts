import { useAccountCodes } from '../../api/chains/accountCodes.ts'
import type { EvmKind } from '../../wallets/accounts/ownAccounts.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { authorizationLabels } from './accountLabels.ts'

/** Whether an account can be used with a wallet, and what limits it; undefined if nothing does. */
export type AccountUsability = { isPossible: boolean; limit: string | undefined }

/**
 * Whether a wallet can use an account of this kind: an EIP-7702 account needs a wallet that signs
 * authorizations, unless it is delegated already.
 */
export function useAccountUsability(
  kind: EvmKind,
  of: { address: `0x${string}`; canAuthorize: boolean },
): AccountUsability {
  const codes = useAccountCodes(useNetwork(), of.address)
  if (kind !== 'eip7702' || of.canAuthorize) return { isPossible: true, limit: undefined }
  const isDelegated = [...(codes.data?.values() ?? [])].includes('delegate')
  return {
    isPossible: isDelegated,
    limit: isDelegated ? authorizationLabels.delegated : authorizationLabels.never,
  }
}
