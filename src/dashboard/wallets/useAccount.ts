import { useMemo } from 'react'

import { predictAccount } from '#chains/evm/predictAccount.ts'
import { defaultAccountTypes, type RoleBasedAccount } from '#protocol/account.ts'
import type { EvmAddress } from '#protocol/caip.ts'
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

/**
 * The role-based account whose session and admin key is the connected owner. Its address is
 * computed here from the compiled-in network, so the service cannot send deposits elsewhere.
 */
export function useAccount(): OwnedAccount {
  const { address } = useOwner()
  const network = useNetwork()
  const origin = network.chains[0]?.contracts
  return useMemo(() => {
    if (!address || !origin) return none
    const accountAddress = predictAccount(
      { kind: 'roleBased', session: address, admin: address },
      origin,
    )
    const keys = { accountAddress, sessionAddress: address, adminAddress: address }
    return { ...keys, account: { type: defaultAccountTypes.roleBased, ...keys } }
  }, [address, origin])
}

const none: OwnedAccount = {
  accountAddress: undefined,
  sessionAddress: undefined,
  adminAddress: undefined,
  account: undefined,
}
