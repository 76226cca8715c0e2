import { useMemo } from 'react'

import type { Account, EvmAccount, SolanaAccount } from '#protocol/accounts/account.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { maxAccounts, useAccountChoice } from './choice/accountChoice.ts'
import type { KnownKey } from './signerForKey.ts'
import { type EvmKind, computeOwnAccount, toSolanaAccount } from './choice/ownAccounts.ts'
import { useSolanaOwner } from './owner/useSolanaOwner.ts'
import { useOwner } from './owner/useOwner.ts'
import { useNetwork } from '../WalletsProvider.tsx'

/** An EVM account of the set in use, with its owner and kind. */
export type SetMember = KnownKey & { kind: EvmKind; account: EvmAccount }

/** The accounts in use. Without a connected EVM key, at most a Solana account. */
export type OwnedAccount = {
  accountAddress: EvmAddress | undefined
  /** Receives funds and makes the calls; in the form that requests to the service use. */
  account: EvmAccount | undefined
  /**
   * All accounts that may fund a quote: `account` first, those of other keys, the Solana account
   * last; at most {@link maxAccounts}.
   */
  accounts: readonly Account[]
  /** The EVM accounts with their keys, in the same order. */
  members: readonly SetMember[]
  /** The Solana account; it can be used without an EVM account. */
  solana: SolanaAccount | undefined
}

/** The accounts in use, computed from the choices made in the account dialog. */
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
    // Ten EVM accounts may have been chosen before the Solana account was connected.
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
