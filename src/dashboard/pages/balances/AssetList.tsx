import { Search, X } from 'lucide-react'
import { useState } from 'react'

import { isSameAsset } from '#protocol/ids/caip.ts'
import type { Arrival } from '../../api/balances/arrivals.ts'
import { useArrivals } from '../../api/balances/useArrivals.ts'
import { setAssetHidden, useHiddenAssets } from '../../api/state/hiddenAssets.ts'
import { setPreferences, usePreferences } from '../../api/state/preferences.ts'
import { Button } from '../../components/forms/Button.tsx'
import { Field } from '../../components/forms/Field.tsx'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { sumShown } from '../../components/amounts/worth.ts'
import { Icon } from '../../components/forms/Icon.tsx'
import { Toggle } from '../../components/forms/Toggle.tsx'
import { translate } from '../../language/translate.ts'
import { useShownAccounts } from '../../wallets/accounts/shownAccounts.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { useChainIdentities } from '../chains/useChainIdentities.ts'
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
  const [isHiddenShown, setHiddenShown] = useState(false)
  const hiddenIds = useHiddenAssets()
  const options = { ...search, hideSmall, byHand: hiddenIds }
  const { shown, small, byHand } = filterHoldings(holdings.assets, options)
  const arrivals = useArrivals(useShownAccounts(), useNetwork())
  const order = holdings.byChain.map(({ chain }) => chain.chain)
  const chosen = search.chain === undefined ? undefined : chains.get(search.chain)
  return (
    <section aria-labelledby="assets" className="min-w-0">
      <div className="mt-12 mb-3 flex flex-wrap items-center gap-3 md:mb-5 md:gap-4">
        <h2 id="assets" className="mr-auto text-lg font-semibold max-md:-order-2 max-md:w-full">
          {translate('Assets')}
        </h2>
        {chosen && (
          <Button
            size="sm"
            onClick={() => onSearch({ ...search, chain: undefined })}
            aria-label={translate('Only on {chain}. Show all chains', { chain: chosen.name })}
          >
            {translate('Only {chain}', { chain: chosen.name })}
            <Icon of={X} size={14} />
          </Button>
        )}
        <Toggle
          label={
            small.count > 0
              ? translate('Hide under $1 ({count} hidden, {value})', {
                  count: small.count,
                  value: formats.usd(small.valueUsd),
                })
              : translate('Hide under $1')
          }
          isOn={hideSmall}
          onChange={(next) => setPreferences({ hideSmall: next })}
        />
        <div className="max-md:-order-1 max-md:w-full md:w-52">
          <Field
            label={translate('Search assets')}
            isLabelHidden
            type="search"
            placeholder={translate('Search assets')}
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
          <span>{translate('Asset')}</span>
          <span>{translate('Chains')}</span>
          <span className="text-right">{translate('Amount')}</span>
          <span className="text-right">{translate('Value')}</span>
          <span className="text-right">{translate('Share')}</span>
          <span />
        </div>
      )}
      <ul aria-label={translate('Assets')} className="border-b border-line">
        {[...shown, ...(isHiddenShown ? byHand : [])].map((holding) => (
          <AssetRow
            key={holding.id}
            holding={holding}
            share={getShare(holding, holdings)}
            chainOrder={order}
            arrivals={arrivals.filter((arrival) => isOf(holding, arrival))}
            isHidden={byHand.includes(holding)}
            onHide={(isHidden) => setAssetHidden(holding.id, isHidden)}
            isOpen={search.open === holding.id}
            onToggle={(isOpen) => onSearch({ ...search, open: isOpen ? holding.id : undefined })}
          />
        ))}
      </ul>
      {byHand.length > 0 && (
        <HiddenByHand
          hidden={byHand}
          isShown={isHiddenShown}
          onShow={() => setHiddenShown(!isHiddenShown)}
        />
      )}
      {shown.length === 0 && byHand.length === 0 && (
        <p className="py-8 text-ink-2">{describeNothing(search, small.count)}</p>
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

/** The assets that the user took off the list: how many, their value, and the way back. */
function HiddenByHand(props: { hidden: readonly Holding[]; isShown: boolean; onShow: () => void }) {
  const { hidden, isShown, onShow } = props
  const formats = useFormats()
  const valueUsd = sumShown(hidden.map((holding) => holding.valueUsd ?? 0))
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
      <span>
        {translate(
          '{count, plural, one {You hid # asset} other {You hid # assets}}, {value}. Still in the total.',
          { count: hidden.length, value: formats.usd(valueUsd) },
        )}
      </span>
      <Button variant="link" size="sm" aria-expanded={isShown} onClick={onShow}>
        {isShown ? translate('Hide them') : translate('Show them')}
      </Button>
    </div>
  )
}

function isOf({ parts }: Holding, { assetType }: Arrival): boolean {
  return parts.some((part) => !part.vaulted && isSameAsset(part.assetType, assetType))
}

function describeNothing(search: BalancesSearch, small: number): string {
  if (search.text !== '') return translate('No assets match “{text}”.', { text: search.text })
  return small > 0 ? translate('No assets over $1 here.') : translate('No assets here.')
}

function getShare(holding: Holding, holdings: Holdings): number {
  const { totalUsd = 0 } = holdings
  return totalUsd > 0 ? (holding.valueUsd ?? 0) / totalUsd : 0
}
