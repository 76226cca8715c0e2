import { Search, X } from 'lucide-react'

import { setPreferences, usePreferences } from '../../api/state/preferences.ts'
import { Button } from '../../components/forms/Button.tsx'
import { Field } from '../../components/forms/Field.tsx'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { Icon } from '../../components/forms/Icon.tsx'
import { Toggle } from '../../components/forms/Toggle.tsx'
import { useChainIdentities } from '../useChainIdentities.ts'
import { assetColumns, AssetRow } from './AssetRow.tsx'
import type { BalancesSearch } from './balancesSearch.ts'
import type { Holding, Holdings } from './holdings.ts'
import { filterHoldings } from './filterHoldings.ts'

/** One row per asset, with search, the filter by chain, and small balances hidden. */
export function AssetList(props: AssetList.Props) {
  const { holdings, search, onSearch } = props
  const { hideSmall } = usePreferences()
  const formats = useFormats()
  const chains = useChainIdentities()
  const { shown, hidden, hiddenUsd } = filterHoldings(holdings.assets, { ...search, hideSmall })
  const order = holdings.byChain
    .toSorted((a, b) => (b.valueUsd ?? 0) - (a.valueUsd ?? 0))
    .map(({ chain }) => chain.chain)
  const chosen = search.chain === undefined ? undefined : chains.get(search.chain)
  return (
    <section aria-labelledby="assets" className="min-w-0">
      <div className="mt-12 mb-3 flex flex-wrap items-center gap-3 md:mb-5 md:gap-4">
        <h2 id="assets" className="mr-auto text-lg font-semibold max-md:-order-2 max-md:w-full">
          Assets
        </h2>
        {chosen && (
          <Button
            size="sm"
            onClick={() => onSearch({ ...search, chain: undefined })}
            aria-label={`Only on ${chosen.name}. Show all chains`}
          >
            Only {chosen.name}
            <Icon of={X} size={14} />
          </Button>
        )}
        <Toggle
          label={`Hide under $1${hidden > 0 ? ` (${hidden} hidden, ${formats.usd(hiddenUsd)})` : ''}`}
          isOn={hideSmall}
          onChange={(next) => setPreferences({ hideSmall: next })}
        />
        <div className="max-md:-order-1 max-md:w-full md:w-52">
          <Field
            label="Search assets"
            isLabelHidden
            type="search"
            placeholder="Search assets"
            icon={Search}
            value={search.text}
            onChange={(event) => onSearch({ ...search, text: event.target.value })}
          />
        </div>
      </div>
      {shown.length > 0 && (
        <div
          aria-hidden
          className="th grid gap-x-5 pb-2 max-md:hidden"
          style={{ gridTemplateColumns: assetColumns }}
        >
          <span>Asset</span>
          <span>Chains</span>
          <span className="text-right">Amount</span>
          <span className="text-right">Value</span>
          <span className="text-right">Share</span>
          <span />
        </div>
      )}
      <ul aria-label="Assets" className="border-b border-line">
        {shown.map((holding) => (
          <AssetRow
            key={holding.id}
            holding={holding}
            share={getShare(holding, holdings)}
            chainOrder={order}
            onlyChain={search.chain}
            isOpen={search.open === holding.id}
            onToggle={(isOpen) => onSearch({ ...search, open: isOpen ? holding.id : undefined })}
          />
        ))}
      </ul>
      {shown.length === 0 && (
        <p className="py-8 text-ink-2">
          {search.text === ''
            ? 'No asset is worth more than $1 here.'
            : `No asset matches "${search.text}".`}
        </p>
      )}
    </section>
  )
}

export declare namespace AssetList {
  type Props = {
    holdings: Holdings
    search: BalancesSearch
    onSearch: (next: BalancesSearch) => void
  }
}

function getShare(holding: Holding, holdings: Holdings): number {
  const { totalUsd = 0 } = holdings
  return totalUsd > 0 ? (holding.valueUsd ?? 0) / totalUsd : 0
}
