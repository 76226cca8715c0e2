import { useQueryClient, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useMemo } from 'react'

import { toAssetRecords } from '#networks/toAssetRecords.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import { useBalances } from '../../api/balances/balances.ts'
import { useFeedPrices } from '../../api/chains/feedPrices.ts'
import { useSearchParameters } from '../../api/state/searchParameters.ts'
import { useVaults } from '../../api/chains/vaults.ts'
import { formatClockTime, formatRelativeTime } from '../../components/status/formatTime.ts'
import { useDelay } from '../../components/status/Skeleton.tsx'
import { useIsOffline } from '../../components/status/useIsOffline.ts'
import { useNow } from '../../components/status/useNow.ts'
import { translate } from '../../language/translate.ts'
import { translateRich } from '../../language/translateRich.ts'
import { useIsWatching, useShownAccounts } from '../../wallets/accounts/shownAccounts.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { PreferredFormats } from '../amounts/PreferredFormats.tsx'
import { ArrivalNews } from '../notes/ArrivalNews.tsx'
import { UnreadChains } from '../notes/UnreadChains.tsx'
import { NoWallet } from '../notes/NoWallet.tsx'
import { ReadErrorNote } from '../notes/ReadErrorNote.tsx'
import { useOwnChains } from '../chains/useChainIdentities.ts'
import { usePageTitle } from '../usePageTitle.ts'
import { AssetList } from './AssetList.tsx'
import { BalancesHero } from './BalancesHero.tsx'
import { BalancesPending } from './BalancesPending.tsx'
import { balancesSearch } from './balancesSearch.ts'
import { ChainMatrix } from './ChainMatrix.tsx'
import { EmptyBalances } from './EmptyBalances.tsx'
import { keepChain, toHoldings } from './holdings.ts'
import { InMotion } from './motion/InMotion.tsx'
import { splitTotal } from './motion/splitTotal.ts'
import { UnlistedHoldings } from './UnlistedHoldings.tsx'
import { usePastedAddress } from './usePastedAddress.ts'
import { useMoveDialog } from './wallet/useMoveDialog.tsx'
import { useOwnWallet } from './wallet/useWalletHoldings.ts'
import { WalletPanel } from './wallet/WalletPanel.tsx'
import { useApi } from '../../api/service/apiContext.ts'
import { liveOptions } from '../../api/service/history.ts'
import { readSignedAmounts } from '../signing/storage/signedQuotes.ts'
import { findMotions, type Motion } from './motion/findMotions.ts'

/** The total waits no longer for vaults. */
const maxVaultsMs = 3_000

/** Balances of the user's accounts: the total, the share of each chain, one row per asset. */
export function BalancesPage() {
  const accounts = useShownAccounts()
  const network = useNetwork()
  const balances = useBalances(accounts, network)
  const prices = useFeedPrices(network)
  // While prices are loading, balances must not be shown as worth nothing. Ones that failed are
  // asked for again by each part that mounts: what is shown stays.
  const isUnpriced = prices.isPending && prices.errorUpdateCount === 0
  // A total without the vaults would change under the reader. A chain that takes longer is named.
  const { isPending } = useVaults(accounts, network)
  const about = accounts.map(({ accountAddress }) => accountAddress).join()
  const isWaiting = useDelay(maxVaultsMs, about) ? isUnpriced : isUnpriced || isPending
  const queries = useQueryClient()
  const isOffline = useIsOffline()
  usePageTitle(translate('Balances'))
  usePastedAddress()

  if (accounts.length === 0)
    return (
      <>
        <NoWallet heading="h1">
          {translate('Connect a wallet to see your balance on every chain.')}
        </NoWallet>
        <WatchLink />
      </>
    )
  const error = balances.error
  function refresh() {
    void prices.refetch()
    void queries.invalidateQueries({ queryKey: ['balances'] })
  }
  return (
    <PreferredFormats isPrivate>
      {error && (
        <Unreachable
          message={error.message}
          readAtMs={balances.data ? balances.dataUpdatedAt : undefined}
          isFetching={balances.isFetching}
          onRetry={refresh}
        />
      )}
      {balances.data && !isWaiting ? (
        <Loaded
          record={balances.data}
          age={{
            readAtMs: balances.dataUpdatedAt,
            isRefreshing: balances.isFetching,
            isStale: error !== null,
            refresh,
          }}
        />
      ) : error || isOffline ? (
        <Unread />
      ) : (
        <BalancesPending />
      )}
    </PreferredFormats>
  )
}

function Loaded(props: { record: BalanceRecord; age: BalancesHero.Props['age'] }) {
  const { record, age } = props
  const network = useNetwork()
  const chains = useOwnChains()
  const [search, setSearch] = useSearchParameters(balancesSearch)
  const vaults = useVaults(useShownAccounts(), network)
  const ownWallet = useOwnWallet()
  const isWatching = useIsWatching()
  const wallet = isWatching ? undefined : ownWallet
  const moving = useMoveDialog(wallet)
  const assets = toAssetRecords(network)
  const all = toHoldings(record, {
    assets,
    chains,
    vaults: vaults.held,
    silentVaults: vaults.silentOn,
  })
  const motions = useMotions()
  const prices = useFeedPrices(network).data
  const chosen = search.chain !== undefined && chains.has(search.chain) ? search.chain : undefined
  const holdings = keepChain(all, chosen)
  const isEmpty = all.assets.every(({ units }) => units === 0n) && all.unavailable.length === 0
  return (
    <>
      <ArrivalNews form="spoken" />
      <UnreadChains />
      <BalancesHero
        holdings={holdings}
        all={all}
        split={splitTotal(holdings, { motions, assets, prices, chain: chosen })}
        wallet={wallet}
        age={age}
        chosen={chosen}
        onChoose={(chain) => setSearch({ ...search, chain })}
      />
      <InMotion motions={motions} />
      {isEmpty ? (
        isWatching ? (
          <p className="mt-14 text-ink-2">{translate('This address holds no listed assets.')}</p>
        ) : (
          <EmptyBalances wallet={wallet} onMove={moving.open} />
        )
      ) : (
        <div className="grid gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_392px]">
          <div className="min-w-0">
            <AssetList holdings={holdings} search={search} onSearch={setSearch} />
            {!isWatching && <UnlistedHoldings onlyChain={chosen} />}
          </div>
          <div className="flex min-w-0 flex-col gap-8 xl:mt-12">
            {/* With one chain it says nothing that the list does not. */}
            {chosen === undefined && <ChainMatrix holdings={holdings} />}
            {/* It is read later: nothing above it moves when it comes. */}
            {wallet && <WalletPanel wallet={wallet} onlyChain={chosen} onMove={moving.open} />}
          </div>
        </div>
      )}
      {!isWatching && <WatchLink />}
      {moving.dialog}
    </>
  )
}

/** The way to the balances of any address. */
function WatchLink() {
  return (
    <p className="mt-10 text-sm text-ink-3">
      {translateRich('<link>View any address</link> without connecting.', {
        link: <Link href="/watch" className="link" />,
      })}
    </p>
  )
}

function Unreachable(props: {
  message: string
  readAtMs: number | undefined
  isFetching: boolean
  onRetry: () => void
}) {
  const { message, readAtMs, isFetching, onRetry } = props
  const now = useNow()
  return (
    <div className="mb-9">
      <ReadErrorNote
        title={translate('Couldn’t load balances')}
        isFetching={isFetching}
        onRetry={onRetry}
      >
        {message}{' '}
        {readAtMs === undefined
          ? translate('Your funds aren’t affected. This page only reads data.')
          : translate('Showing balances from {time}, {ago}.', {
              time: formatClockTime(readAtMs),
              ago: formatRelativeTime(readAtMs, now),
            })}
      </ReadErrorNote>
    </div>
  )
}

/** Shown when balances could never be read: the total is unknown, not 0. */
function Unread() {
  return (
    <section aria-labelledby="total">
      <h1 id="total" className="text-base font-normal text-ink-2">
        {translate('Total balance')}
      </h1>
      <p className="mt-1 text-4xl font-semibold text-ink-3 md:text-5xl">{translate('Unknown')}</p>
    </section>
  )
}

/** The executions of the accounts in use whose money is under way; none of a watched address. */
function useMotions(): readonly Motion[] {
  const isWatching = useIsWatching()
  const accounts = useShownAccounts()
  const own = useMemo(
    () => (isWatching ? [] : accounts.map(({ accountAddress }) => accountAddress)),
    [isWatching, accounts],
  )
  const { data } = useQuery(liveOptions(useApi(), own))
  return useMemo(() => findMotions(data ?? [], { own, signed: readSignedAmounts() }), [data, own])
}
