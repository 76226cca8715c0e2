import { useMemo } from 'react'

import { toAssetRecords } from '#networks/toAssetRecords.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { useFeedPrices } from '../../../api/chains/feedPrices.ts'
import { findUnlistedTypes, useUnlistedNames } from '../../../api/chains/unlistedTokens.ts'
import type { HistoryOrder } from '../../../api/service/historyFilter.ts'
import { useNamedAccounts } from '../../../wallets/accounts/accountNames.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'
import { useAddressNames } from '../../quoting/recipient/useAddressNames.ts'
import { toUnlistedRecord } from '../../amounts/sumPaidAmount.ts'
import { useChainIdentities } from '../../chains/useChainIdentities.ts'
import {
  readSentCalls,
  type SentCall,
  readSignedAmounts,
} from '../../signing/storage/signedQuotes.ts'
import { describeSentCall } from './callName.ts'
import type { RowNames } from './historyRow.ts'

/** What rows, search and exports need to name things, and the calls that this browser made. */
export function useHistoryNames(order: HistoryOrder): {
  names: RowNames
  sent: ReadonlyMap<string, SentCall>
} {
  const chains = useChainIdentities()
  const network = useNetwork()
  const prices = useFeedPrices(network).data
  const own = useNamedAccounts()
  const addresses = useAddressNames()
  const sent = useMemo(() => readSentCalls(), [])
  const names = useMemo(
    (): RowNames => ({
      assets: toAssetRecords(network),
      prices,
      chains,
      order,
      own: own.map(({ address }) => address),
      addresses,
      calls: new Map([...sent].map(([id, call]) => [id, describeSentCall(call, network)])),
      signed: readSignedAmounts(),
    }),
    [network, prices, chains, order, own, addresses, sent],
  )
  return { names, sent }
}

const noRecords: readonly HistoryRecord[] = []

/** The same with the names of the tokens in these records that no list names, once they are read. */
export function useUnlistedRows(
  names: RowNames,
  records: readonly HistoryRecord[] = noRecords,
): RowNames {
  const network = useNetwork()
  const assetTypes = useMemo(
    () =>
      findUnlistedTypes(
        network,
        records.flatMap(({ originToken, destinationToken }) => [
          ...originToken.assetType,
          destinationToken.assetType,
        ]),
      ),
    [network, records],
  )
  const unlisted = useUnlistedNames(network, assetTypes)
  return useMemo(
    () =>
      unlisted.length === 0
        ? names
        : { ...names, assets: [...names.assets, ...unlisted.map(toUnlistedRecord)] },
    [names, unlisted],
  )
}
