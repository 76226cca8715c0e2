import { useMemo } from 'react'

import type { Account, EvmAccount, SolanaAccount } from '#protocol/accounts/account.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { maxAccounts, useAccountChoice } from './accountChoice.ts'
import type { KnownKey } from './signerForKey.ts'
import { type EvmKind, computeOwnAccount, toSolanaAccount } from './ownAccounts.ts'
import { useSolanaOwner } from './useSolanaOwner.ts'
import { type Owner, useOwner } from './useOwner.ts'
import { useNetwork } from '../WalletsProvider.tsx'

/** An account of the set in use: whose it is, and of which kind. */
export type SetMember = KnownKey & { kind: EvmKind; account: EvmAccount }

/** The accounts in use while a key is connected; without one a Solana account at most. */
export type OwnedAccount = {
  accountAddress: EvmAddress | undefined
  /** Receives, and makes the calls; as requests to the service take it. */
  account: EvmAccount | undefined
  /**
   * What value may be drawn from: `account` first, of other keys too, the Solana account last; up to
   * 10 together.
   */
  accounts: readonly Account[]
  /** The EVM ones with their keys, same order. */
  members: readonly SetMember[]
  /** The Solana one; it needs no EVM account beside it. */
  solana: SolanaAccount | undefined
}

/** The accounts in use, as chosen in the account dialog, computed here. */
export function useAccount(): OwnedAccount {
  const { address, wallet, connectorName } = useOwner()
  const { main, also, joined } = useAccountChoice(address)
  const network = useNetwork()
  const id = wallet?.id
  const solanaAddress = useSolanaOwner()?.address
  return useMemo(() => {
    const own = id === undefined ? undefined : { id, name: connectorName ?? id }
    const members = address
      ? [...[main, ...also].map((kind) => ({ owner: address, kind, wallet: own })), ...joined].map(
          (member): SetMember => ({ ...member, account: computeOwnAccount(network, member) }),
        )
      : []
    const solana = solanaAddress === undefined ? undefined : toSolanaAccount(network, solanaAddress)
    // A set of ten may have been chosen before the Solana account came to it.
    const evm = members.slice(0, solana ? maxAccounts - 1 : maxAccounts)
    const account = evm[0]?.account
    const accounts: readonly Account[] = evm.map((member) => member.account)
    return {
      accountAddress: account?.accountAddress,
      account,
      accounts: solana ? [...accounts, solana] : accounts,
      members: evm,
      solana,
    }
  }, [address, id, connectorName, main, also, joined, network, solanaAddress])
}

/** Whether the wallet can sign the authorization of an EIP-7702 account: injected ones cannot. */
export function canSignAuthorizations({ isLocal }: Pick<Owner, 'isLocal'>): boolean {
  return isLocal
}
