import { Link } from 'wouter'

import { getRecords, useHistory } from '../../api/service/history.ts'
import { useSearchParameters } from '../../api/state/searchParameters.ts'
import { getButtonClass } from '../../components/forms/getButtonClass.ts'
import { Segmented } from '../../components/forms/Segmented.tsx'
import { formatClockTime } from '../../components/status/formatTime.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { AccountFormats } from '../AccountFormats.tsx'
import { NoWallet } from '../NoWallet.tsx'
import { ReadErrorNote } from '../ReadErrorNote.tsx'
import { usePageTitle } from '../usePageTitle.ts'
import { HistoryList } from './HistoryList.tsx'
import { HistoryPending } from './HistoryPending.tsx'
import { type HistorySearch, historySearch } from './historySearch.ts'

/** Executions of the user's accounts, newest first, in pages. */
export function HistoryPage() {
  const [search, setSearch] = useSearchParameters(historySearch)
  const { accounts, hasBoth } = useShownAccounts(search)
  const history = useHistory(accounts, search.order)
  usePageTitle('History')
  const records = getRecords(history.data)
  return (
    <AccountFormats>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-xl font-semibold md:text-2xl">History</h1>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          {hasBoth && (
            <Choice
              label="Account"
              value={search.of}
              options={[
                { value: 'all', label: 'All' },
                { value: 'evm', label: 'EVM' },
                { value: 'solana', label: 'Solana' },
              ]}
              onValueChange={(of) => setSearch({ ...search, of })}
            />
          )}
          {records && records.length > 0 && (
            <Choice
              label="Sort by"
              value={search.order}
              options={[
                { value: 'createdAt', label: 'Created' },
                { value: 'updatedAt', label: 'Updated' },
              ]}
              onValueChange={(order) => setSearch({ ...search, order })}
            />
          )}
        </div>
      </div>
      {history.error && (
        <div className="mb-6">
          <ReadErrorNote
            title="History cannot be read"
            isFetching={history.isFetching}
            onRetry={() => void history.refetch()}
          >
            {history.error.message}{' '}
            {records
              ? `Showing what was read at ${formatClockTime(history.dataUpdatedAt)}.`
              : 'Executions go on without this page.'}
          </ReadErrorNote>
        </div>
      )}
      {accounts.length === 0 && (
        <NoWallet heading="h2">Connect one to see what its account did.</NoWallet>
      )}
      {accounts.length > 0 && !records && !history.error && <HistoryPending />}
      {records?.length === 0 && <NothingYet />}
      {records && records.length > 0 && (
        <HistoryList
          records={records}
          order={search.order}
          more={{
            hasMore: history.hasNextPage,
            isLoading: history.isFetchingNextPage,
            load: () => void history.fetchNextPage(),
          }}
        />
      )}
    </AccountFormats>
  )
}

/** Returns the accounts to show; an execution is listed only under the accounts that signed it. */
function useShownAccounts({ of }: HistorySearch) {
  const { accounts, accountAddress, solana } = useAccount()
  const hasBoth = accountAddress !== undefined && solana !== undefined
  const shown = accounts
    .map((account) => account.accountAddress)
    .filter((address) => {
      const kind = address === solana?.accountAddress ? 'solana' : 'evm'
      return !hasBoth || of === 'all' || of === kind
    })
  return { accounts: shown, hasBoth }
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

function NothingYet() {
  return (
    <section className="mt-12 max-w-130" aria-labelledby="nothing">
      <h2 id="nothing" className="text-xl font-semibold">
        No activity for this account
      </h2>
      <p className="mt-2 text-ink-2">
        Swaps, transfers and contract calls made with this account appear here, including ones made
        in other apps that use the same service.
      </p>
      <Link
        href="/swap"
        className={getButtonClass({ variant: 'primary', size: 'lg', className: 'mt-6' })}
      >
        Make a swap
      </Link>
    </section>
  )
}
