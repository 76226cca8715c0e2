import { useOnChainBalances } from '#dashboard/api/balances/balances.ts'
import { type ChainIdentity, buildUnknownChain } from '#dashboard/components/flow/chainIdentity.ts'
import type { PreparedFacts } from '#dashboard/review/verifyPrepared.ts'
import { useAccount } from '#dashboard/wallets/accounts/useAccount.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { BalanceChanges } from '../../signing/summary/BalanceChanges.tsx'
import { readChanges } from '../../signing/summary/balanceChanges.ts'
import { useRoots } from '../../useInstallation.ts'
import { findPreparedChanges } from './preparedChanges.ts'

/** The account's balances before and after its calls, as far as their bytes say it. */
export function PreparedBalances(props: PreparedBalances.Props) {
  const { facts, chains } = props
  const roots = useRoots()
  const held = useOnChainBalances(useAccount().accounts, useNetwork())
  const { changes, isOpen } = findPreparedChanges(facts, roots)
  if (changes.length === 0) return null
  return (
    <section className="panel mb-6 overflow-hidden" aria-label="Summary">
      <BalanceChanges
        changes={readChanges(changes, held)}
        getChain={(chainId) => chains.get(chainId) ?? buildUnknownChain(chainId)}
        {...(isOpen && { note: 'A call that this app does not know may move more.' })}
      />
    </section>
  )
}

export declare namespace PreparedBalances {
  type Props = { facts: PreparedFacts; chains: ReadonlyMap<string, ChainIdentity> }
}
