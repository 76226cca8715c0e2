import { useMemo } from 'react'

import { toAssetRecords } from '#networks/toAssetRecords.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AccountAddress } from '#protocol/ids/caip.ts'
import { useFeedPrices } from '../../api/chains/feedPrices.ts'
import type { HistoryOrder } from '../../api/service/historyFilter.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { useChainIdentities } from '../useChainIdentities.ts'
import { readSentCalls, type SentCall } from '../signing/storage/sentCalls.ts'
import { readSignedAmounts } from '../signing/storage/signedAmounts.ts'
import { describeSentCall } from './callName.ts'
import type { RowNames } from './historyRow.ts'

/** One of the user's accounts, as the page names it. */
export type OwnAccount = { address: AccountAddress; key: string; name: string; isSolana: boolean }

const kindNames = {
  roleBased: 'Role-based account',
  basic: 'Basic account',
  eip7702: 'Own address',
}

/** The accounts in use, with names that tell them apart. */
export function useOwnAccounts(): readonly OwnAccount[] {
  const { accounts, members, solana } = useAccount()
  return useMemo(
    () =>
      accounts.map(({ accountAddress }) => {
        const member = members.find((one) => one.account.accountAddress === accountAddress)
        const isSolana = accountAddress === solana?.accountAddress
        const name = isSolana ? 'Solana account' : kindNames[member?.kind ?? 'roleBased']
        return { address: accountAddress, key: toAddressKey(accountAddress), name, isSolana }
      }),
    [accounts, members, solana],
  )
}

/** What rows, search and exports need to name things, and the calls that this browser made. */
export function useHistoryNames(order: HistoryOrder): {
  names: RowNames
  sent: ReadonlyMap<string, SentCall>
} {
  const chains = useChainIdentities()
  const network = useNetwork()
  const prices = useFeedPrices(network).data
  const own = useOwnAccounts()
  const sent = useMemo(() => readSentCalls(), [])
  const names = useMemo(
    (): RowNames => ({
      assets: toAssetRecords(network),
      prices,
      chains,
      order,
      own: own.map(({ address }) => address),
      addresses: new Map(own.map(({ key, name }) => [key, name])),
      calls: new Map([...sent].map(([id, call]) => [id, describeSentCall(call, network)])),
      signed: readSignedAmounts(),
    }),
    [network, prices, chains, order, own, sent],
  )
  return { names, sent }
}
