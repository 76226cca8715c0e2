import { Search, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useState } from 'react'

import { Field } from '../../../components/forms/Field.tsx'
import { Icon } from '../../../components/forms/Icon.tsx'
import { IconButton } from '../../../components/forms/Button.tsx'
import { ChainGlyph } from '../../../components/flow/ChainGlyph.tsx'
import type { ChainIdentity } from '../../../components/flow/chainIdentity.ts'
import { translate } from '../../../language/translate.ts'
import { kindWords } from '../rows/describeRow.ts'
import { FilterMenu } from './FilterMenu.tsx'
import type { HistorySearch, ListFilter } from './historySearch.ts'
import { PeriodMenu } from './PeriodMenu.tsx'

const statusWords = {
  PENDING: translate('Pending'),
  IN_PROGRESS: translate('In progress'),
  EXECUTED: translate('Delivered'),
  COMPLETED: translate('Completed'),
  REFUNDED: translate('Refunded'),
  FAILED: translate('Failed'),
} as const

const kindOptions = Object.entries(kindWords).map(([value, label]) => ({ value, label }))
const statusOptions = Object.entries(statusWords).map(([value, label]) => ({ value, label }))

/** The search field and the filters of the history, all of which stand in the page's address. */
export function HistoryFilters(props: HistoryFilters.Props) {
  const { search, options, hasAccounts, isOpen, onOpen, onChange } = props
  const { type, status, asset, chain, account, period } = search
  const count = [type, status, asset, chain, account].filter(({ length }) => length > 0).length
  const set = count + (period === 'all' ? 0 : 1)
  function choose(name: ListFilter) {
    return (chosen: readonly string[]) => onChange({ ...search, [name]: chosen })
  }
  return (
    <search className="flex w-full flex-wrap gap-2 md:w-auto" aria-label={translate('Executions')}>
      <div className="flex w-full min-w-0 gap-2 md:contents">
        <SearchField text={search.text} onChange={(text) => onChange({ ...search, text })} />
        <button
          type="button"
          aria-expanded={isOpen}
          className={`btn btn-secondary btn-sm !h-10 shrink-0 !gap-2 !px-3 text-sm md:hidden ${set > 0 ? '!border-channel !bg-channel-tint' : ''}`}
          onClick={() => onOpen(!isOpen)}
        >
          <Icon of={SlidersHorizontal} size={16} />
          {translate('Filters')}
          {set > 0 && <span className="num font-medium text-channel">{set}</span>}
        </button>
      </div>
      <div className={`flex flex-wrap gap-2 md:contents ${isOpen ? '' : 'max-md:hidden'}`}>
        <FilterMenu
          label={translate('Type')}
          options={kindOptions}
          chosen={search.type}
          onChange={choose('type')}
        />
        <FilterMenu
          label={translate('Status')}
          options={statusOptions}
          chosen={search.status}
          onChange={choose('status')}
        />
        <FilterMenu
          label={translate('Asset')}
          options={options.assets}
          chosen={search.asset}
          onChange={choose('asset')}
        />
        <FilterMenu
          label={translate('Chain')}
          options={options.chains.map((chain) => ({
            value: chain.chain,
            label: chain.name,
            mark: <ChainGlyph chain={chain} size={22} />,
          }))}
          chosen={search.chain}
          onChange={choose('chain')}
        />
        {hasAccounts && (
          <FilterMenu
            label={translate('Accounts')}
            options={options.accounts}
            chosen={search.account}
            onChange={choose('account')}
          />
        )}
        <PeriodMenu search={search} onChange={(period) => onChange({ ...search, ...period })} />
      </div>
    </search>
  )
}

export declare namespace HistoryFilters {
  type Props = {
    search: HistorySearch
    options: {
      assets: readonly { value: string; label: string; hint?: string }[]
      chains: readonly ChainIdentity[]
      accounts: readonly { value: string; label: string; hint?: string }[]
    }
    /** Whether there are accounts to choose from. */
    hasAccounts: boolean
    /** Whether they are shown on a phone; elsewhere they always are. */
    isOpen: boolean
    onOpen: (isOpen: boolean) => void
    onChange: (next: HistorySearch) => void
  }
}

/** Keys between which nothing is asked, ms. */
const quietMs = 250

function SearchField(props: { text: string; onChange: (text: string) => void }) {
  const { text, onChange } = props
  const [typed, setTyped] = useState(text)
  const [known, setKnown] = useState(text)
  if (known !== text) {
    // The address has changed by another way than by typing.
    setKnown(text)
    setTyped(text)
  }
  useEffect(() => {
    if (typed === text) return undefined
    const timer = setTimeout(onChange, quietMs, typed)
    return () => clearTimeout(timer)
  }, [typed, text, onChange])
  return (
    // Beside the field, the last filter would stand alone on a second row once one is set.
    <div className="min-w-0 max-md:flex-1 md:w-full lg:w-72">
      <Field
        label={translate('Search history')}
        isLabelHidden
        icon={Search}
        type="search"
        placeholder={translate('Hash, ID, address, name')}
        value={typed}
        spellCheck={false}
        autoComplete="off"
        data-search
        maxLength={120}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') onChange(typed)
        }}
        trailing={
          typed === '' ? undefined : (
            <IconButton
              icon={X}
              label={translate('Clear search')}
              size="sm"
              onClick={() => {
                setTyped('')
                onChange('')
              }}
            />
          )
        }
      />
    </div>
  )
}
