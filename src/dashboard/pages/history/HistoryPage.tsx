import { FileCheck2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { Link } from 'wouter'

import { type HistoryQuestion, useHistory } from '../../api/service/history.ts'
import { useSearchParameters } from '../../api/state/searchParameters.ts'
import { Button, getButtonClass } from '../../components/forms/Button.tsx'
import { Icon } from '../../components/forms/Icon.tsx'
import { Segmented } from '../../components/forms/Segmented.tsx'
import { shortenAddress } from '../../components/status/Address.tsx'
import { formatClockTime } from '../../components/status/formatTime.ts'
import { useNow } from '../../components/status/useNow.ts'
import { translate } from '../../language/translate.ts'
import { useNamedAccounts } from '../../wallets/accounts/accountNames.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { PreferredFormats } from '../amounts/PreferredFormats.tsx'
import { NoWallet } from '../notes/NoWallet.tsx'
import { ReadErrorNote } from '../notes/ReadErrorNote.tsx'
import { usePageTitle } from '../usePageTitle.ts'
import { AddedFundsList } from './AddedFundsList.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { HistoryFilters } from './search/HistoryFilters.tsx'
import { HistoryList } from './list/HistoryList.tsx'
import {
  type HistorySearch,
  chooseShown,
  clearFilters,
  historySearch,
  isFiltered,
} from './search/historySearch.ts'
import { OpenDrawer } from './drawer/OpenDrawer.tsx'
import { resolveSearch } from './search/resolveSearch.ts'
import { useHistoryNames, useUnlistedRows } from './rows/useHistoryNames.ts'
import { Skeleton, useDelay } from '../../components/status/Skeleton.tsx'

/** Executions of the user's accounts: searched, filtered, opened, repeated and exported. */
export function HistoryPage() {
  const [search, setSearch] = useSearchParameters(historySearch)
  usePageTitle(translate('History'))
  const { accounts } = useAccount()
  return (
    <PreferredFormats isPrivate>
      {accounts.length === 0 ? (
        <>
          <h1 className="mb-6 text-xl font-semibold md:text-2xl">{translate('History')}</h1>
          <NoWallet heading="h2">{translate('Connect a wallet to see its activity.')}</NoWallet>
        </>
      ) : (
        <AccountHistory search={search} onChange={setSearch} />
      )}
    </PreferredFormats>
  )
}

type Changing = {
  search: HistorySearch
  onChange: (next: HistorySearch, how?: 'replace' | 'push') => void
}

function AccountHistory({ search, onChange }: Changing) {
  const { question, problem, names: listed, sent } = useQuestion(search)
  const history = useHistory(question)
  const { records } = history
  const network = useNetwork()
  const names = useUnlistedRows(listed, records)
  const open = useCallback(
    (quoteId: string) =>
      onChange({ ...search, open: quoteId }, search.open === '' ? 'push' : 'replace'),
    [search, onChange],
  )
  const isNarrowed = isFiltered(search)
  const isEmpty = records?.length === 0 && !history.hasNextPage
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-xl font-semibold md:text-2xl">{translate('History')}</h1>
        <div className="flex flex-wrap items-center gap-2">
          <Link href="/receipt" className="btn btn-quiet !h-10 !px-3 text-sm">
            <Icon of={FileCheck2} size={16} />
            {translate('Verify a receipt')}
          </Link>
          {!(isEmpty && !isNarrowed) && (
            <ExportMenu question={question} names={names} network={network.name} />
          )}
        </div>
      </div>
      {!(isEmpty && !isNarrowed) && <Narrowing search={search} onChange={onChange} />}
      {records && !isNarrowed && <AddedFundsList accounts={question.accounts} isAlone={isEmpty} />}
      {!problem && history.error && (
        <div className="my-4">
          <ReadErrorNote
            title={translate('Couldn’t load history')}
            isFetching={history.isFetching}
            onRetry={() =>
              void (history.isFetchNextPageError ? history.fetchNextPage() : history.refetch())
            }
          >
            {history.error.message}{' '}
            {records &&
              translate('Showing data from {time}.', {
                time: formatClockTime(history.dataUpdatedAt),
              })}
          </ReadErrorNote>
        </div>
      )}
      {problem === undefined && (
        <>
          {!records && !history.error && <HistoryPending />}
          {records && !isEmpty && (
            <>
              <Count
                search={search}
                count={records.length}
                hasMore={history.hasNextPage}
                onChange={onChange}
              />
              <HistoryList
                records={records}
                names={names}
                more={{
                  hasMore: history.hasNextPage,
                  isLoading: history.isFetchingNextPage,
                  load: () => void history.fetchNextPage(),
                }}
                openId={search.open}
                onOpen={open}
              />
            </>
          )}
          {isEmpty && !isNarrowed && <NothingYet />}
        </>
      )}
      {(problem !== undefined || (isEmpty && isNarrowed)) && (
        <NothingFits
          reason={problem ?? translate('No executions from these accounts match the filters.')}
          onClear={() => onChange(clearFilters(search))}
        />
      )}
      {search.open !== '' && (
        <OpenDrawer
          quoteId={search.open}
          records={records ?? []}
          names={names}
          sent={sent}
          onOpen={open}
          onClose={() => onChange({ ...search, open: '' })}
        />
      )}
    </>
  )
}

/** What is asked of the service, and why nothing is where a text names nothing. */
function useQuestion(search: HistorySearch) {
  const own = useNamedAccounts()
  const { names, sent } = useHistoryNames(search.order)
  const network = useNetwork()
  const now = useNow(60_000)
  const resolved = resolveSearch(search, {
    addresses: names.addresses ?? new Map(),
    calls: names.calls ?? new Map(),
    network,
    nowMs: now,
  })
  const problem = 'problem' in resolved ? resolved.problem : undefined
  const key = JSON.stringify('filter' in resolved ? resolved.filter : null)
  const { account, order } = search
  const question = useMemo((): HistoryQuestion => {
    const filter = 'filter' in resolved ? resolved.filter : {}
    // Nothing is asked where nothing can fit.
    const asked = problem === undefined ? chooseShown(own, { account }) : []
    return { accounts: asked.map(({ address }) => address), order, filter }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` stands for the filter
  }, [own, account, order, key, problem])
  return { question, problem, names, sent }
}

function Narrowing({ search, onChange }: Changing) {
  const network = useNetwork()
  const own = useNamedAccounts()
  const { names } = useHistoryNames(search.order)
  const hasBoth = own.some(({ isSolana }) => isSolana) && own.some(({ isSolana }) => !isSolana)
  const options = useMemo(
    () => ({
      assets: network.aggregates.map(({ aggregatedAssetId, symbol, name }) => ({
        value: aggregatedAssetId,
        label: name,
        hint: symbol,
      })),
      chains: [...names.chains.values()],
      accounts: own.map(({ address, name }) => ({
        value: address,
        label: name,
        hint: shortenAddress(address),
      })),
    }),
    [network, names.chains, own],
  )
  // A phone has room for the list, or for all of them.
  const [isOpen, setOpen] = useState(false)
  const kind = (['evm', 'solana'] as const).find((one) => search.account.includes(one)) ?? 'all'
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <HistoryFilters
        search={search}
        options={options}
        // The kinds are a choice of their own where there is one account of each.
        hasAccounts={own.length > (hasBoth ? 2 : 1)}
        isOpen={isOpen}
        onOpen={setOpen}
        onChange={onChange}
      />
      <div
        className={`flex flex-wrap items-center gap-x-6 gap-y-3 ${isOpen ? '' : 'max-md:hidden'}`}
      >
        {hasBoth && (
          <Choice
            label={translate('Account')}
            value={kind}
            options={[
              { value: 'all', label: translate('All') },
              { value: 'evm', label: 'EVM' },
              { value: 'solana', label: 'Solana' },
            ]}
            onValueChange={(one) => onChange({ ...search, account: one === 'all' ? [] : [one] })}
          />
        )}
        <Choice
          label={translate('Sort by')}
          value={search.order}
          options={[
            { value: 'createdAt', label: translate('Created') },
            { value: 'updatedAt', label: translate('Updated') },
          ]}
          onValueChange={(order) => onChange({ ...search, order })}
        />
      </div>
    </div>
  )
}

type ChoiceProps<Value extends string> = Omit<Segmented.Props<Value>, 'size'>

function Choice<Value extends string>(choosing: ChoiceProps<Value>) {
  return (
    <div className="flex items-center gap-3">
      <span aria-hidden className="text-sm text-ink-3">
        {choosing.label}
      </span>
      <Segmented {...choosing} size="sm" />
    </div>
  )
}

function Count(props: Changing & { count: number; hasMore: boolean }) {
  const { search, count, hasMore, onChange } = props
  const isShown = isFiltered(search)
  const found = (
    <output className={isShown ? 'text-sm text-ink-3' : 'sr-only'}>
      {hasMore
        ? translate(
            '{count, plural, one {First execution found} other {First # executions found}}',
            { count },
          )
        : translate('{count, plural, one {# execution found} other {# executions found}}', {
            count,
          })}
    </output>
  )
  if (!isShown) return found
  return (
    <div className="flex items-center gap-2 md:px-3">
      {found}
      <Button variant="link" size="sm" onClick={() => onChange(clearFilters(search))}>
        {translate('Clear all')}
      </Button>
    </div>
  )
}

function NothingFits(props: { reason: string; onClear: () => void }) {
  return (
    <section className="mt-10 max-w-130" aria-labelledby="no-fit">
      <h2 id="no-fit" className="text-xl font-semibold">
        {translate('No matches')}
      </h2>
      <p className="mt-2 text-ink-2">{props.reason}</p>
      <Button className="mt-6" onClick={props.onClear}>
        {translate('Clear filters')}
      </Button>
    </section>
  )
}

function NothingYet() {
  return (
    <section className="mt-12 max-w-130" aria-labelledby="nothing">
      <h2 id="nothing" className="text-xl font-semibold">
        {translate('No activity for this account')}
      </h2>
      <p className="mt-2 text-ink-2">
        {translate(
          'Swaps, transfers and contract calls made with this account appear here, including ones made in other apps that use the same service.',
        )}
      </p>
      <Link
        href="/swap"
        className={getButtonClass({ variant: 'primary', size: 'lg', className: 'mt-6' })}
      >
        {translate('Make a swap')}
      </Link>
    </section>
  )
}

/** Skeleton rows while the first page is loading; nothing in the first 250 ms. */
function HistoryPending() {
  const isSlow = useDelay()
  return (
    <div aria-busy="true">
      <output className="sr-only">{translate('Loading history')}</output>
      {isSlow &&
        [180, 150, 200, 160, 170].map((width) => (
          <div
            key={width}
            className="flex h-17 items-center justify-between gap-6 border-t border-line px-3"
          >
            <div className="flex flex-col gap-2">
              <Skeleton width={width} height={14} />
              <Skeleton width={120} height={11} />
            </div>
            <Skeleton width={96} height={24} />
          </div>
        ))}
    </div>
  )
}
