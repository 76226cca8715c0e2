import { useMemo } from 'react'

import type { RoleBasedAccount } from '#protocol/account.ts'
import type { EvmAddress } from '#protocol/caip.ts'
import { roleAccountOf } from './roleAccount.ts'
import { useOwner } from './useOwner.ts'
import { useNetwork } from './WalletsProvider.tsx'

/** The smart account of the connected owner; every field undefined without one. */
export type OwnedAccount = {
  accountAddress: EvmAddress | undefined
  sessionAddress: EvmAddress | undefined
  adminAddress: EvmAddress | undefined
  /** As requests to the service take it. */
  account: RoleBasedAccount | undefined
}

/** The role-based account of the connected owner: one key in both roles, computed here. */
export function useAccount(): OwnedAccount {
  const { address } = useOwner()
  const network = useNetwork()
  return useMemo(() => {
    const account = address && roleAccountOf(network, address)
    return {
      accountAddress: account?.accountAddress,
      sessionAddress: account?.sessionAddress,
      adminAddress: account?.adminAddress,
      account,
    }
  }, [address, network])
}
