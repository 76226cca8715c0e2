import { ChevronDown, ChevronUp } from 'lucide-react'
import type { MouseEvent } from 'react'

import { isSameAsset } from '#protocol/ids/caip.ts'
import type { Arrival } from '../../api/balances/arrivals.ts'
import { AmountText } from '../../components/amounts/AmountText.tsx'
import { Coin } from '../../components/flow/Coin.tsx'
import { type ChainPart, ChainShareBar } from '../../components/flow/ChainShareBar.tsx'
import type { Formats } from '../../components/amounts/createFormats.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { Icon } from '../../components/forms/Icon.tsx'
import { translate } from '../../language/translate.ts'
import { useArrivalWords } from '../notes/ArrivalNews.tsx'
import { AssetParts } from './AssetParts.tsx'
import { type Holding, type HoldingPart, sumUnits } from './holdings.ts'

/** Columns of the asset list on wide screens. */
export const assetColumns = 'minmax(0,1.35fr) minmax(0,1.2fr) 118px 118px 62px 24px'

/** One asset: its bar over chains, amount, value and share; unfolds to its balances by chain. */
export function AssetRow(props: AssetRow.Props) {
  const { holding, share, chainOrder, arrivals, isHidden, isOpen, onToggle, onHide } = props
  // Shares of a vault are drawn as what is in it.
  const [first] = holding.parts
  const coin = first?.vaulted ? first.symbol : holding.symbol
  const formats = useFormats()
  const chains = countChains(holding)
  const mark = arrivals.length > 0 ? 'bg-reed-tint' : ''
  const bar = toChainParts(holding.parts, chainOrder)
  const unknown = holding.unknownOn.length
  // If no chain of the asset could be read, its amount is unknown, not 0.
  const isKnown = chains > 0 || unknown === 0
  const amount = isKnown ? (
    <AmountText units={holding.units} decimals={holding.decimals} />
  ) : (
    translate('Unknown')
  )
  const value = describeValue(holding, { isKnown, formats })
  /** A click anywhere on the row counts, but not on its button, nor one that ends a selection. */
  function toggleByRow({ target }: MouseEvent) {
    const isButton = target instanceof Element && target.closest('button, a') !== null
    if (!isButton && document.getSelection()?.isCollapsed !== false) onToggle(!isOpen)
  }
  const toggle = (
    <button
      type="button"
      className="inline-flex items-center justify-center text-ink-3 max-md:h-11 max-md:w-8 md:h-8 md:w-6"
      aria-expanded={isOpen}
      aria-label={
        isOpen
          ? translate('Hide {symbol} by chain', { symbol: holding.symbol })
          : translate('Show {symbol} by chain', { symbol: holding.symbol })
      }
      onClick={() => onToggle(!isOpen)}
    >
      <Icon of={isOpen ? ChevronUp : ChevronDown} />
    </button>
  )
  return (
    <li
      aria-label={holding.name}
      className={`border-t border-line ${isHidden ? 'opacity-75' : ''}`}
    >
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button in the row is the keyboard's way */}
      <div
        className={`-mx-3 hidden min-h-17 cursor-pointer items-center gap-x-5 rounded-md px-3 hover:bg-hover md:grid ${mark}`}
        style={{ gridTemplateColumns: assetColumns }}
        onClick={toggleByRow}
      >
        <div className="flex min-w-0 items-center gap-3.5">
          <Coin symbol={coin} size={38} />
          <div className="min-w-0">
            <div className="truncate font-semibold">{holding.name}</div>
            <div className="text-sm text-ink-3">
              <Where holding={holding} arrivals={arrivals} isSymbolShown />
            </div>
          </div>
        </div>
        <ChainShareBar parts={bar} height={12} />
        <div className="text-right">{amount}</div>
        <div className="num text-right font-semibold">{value}</div>
        <div className="num text-right text-sm text-ink-3">
          {isKnown && holding.valueUsd !== undefined ? formats.share(share) : ''}
        </div>
        {toggle}
      </div>
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- as above */}
      <div
        className={`-mx-2 cursor-pointer rounded-md px-2 py-3.5 md:hidden ${mark}`}
        onClick={toggleByRow}
      >
        <div className="flex items-center gap-3">
          <Coin symbol={coin} size={40} />
          <div className="min-w-0 flex-1">
            <div className="flex justify-between gap-3">
              <span className="truncate font-semibold">{holding.name}</span>
              <span className="num font-semibold">{value}</span>
            </div>
            <div className="flex justify-between gap-3 text-sm text-ink-3">
              <Where holding={holding} arrivals={arrivals} />
              <span className="num">
                {amount} {isKnown ? holding.symbol : ''}
              </span>
            </div>
          </div>
          {toggle}
        </div>
        <div className="mt-3">
          <ChainShareBar parts={bar} height={10} />
        </div>
      </div>
      {isOpen && <AssetParts {...{ holding, isHidden, onHide }} />}
    </li>
  )
}

export declare namespace AssetRow {
  type Props = {
    holding: Holding
    /** Share of the total value, 0 to 1. */
    share: number
    /** CAIP-2 ids in the order of the bar at the top, so that rows can be compared. */
    chainOrder: readonly string[]
    /** What has just arrived of it. */
    arrivals: readonly Arrival[]
    /** Whether the user took it off the list, and looks at what they took off. */
    isHidden: boolean
    isOpen: boolean
    onToggle: (isOpen: boolean) => void
    onHide: (isHidden: boolean) => void
  }
}

/** What has just arrived, or else on how many chains it is held. */
function Where(props: Pick<AssetRow.Props, 'holding' | 'arrivals'> & { isSymbolShown?: boolean }) {
  const { holding, arrivals } = props
  const formats = useFormats()
  const describe = useArrivalWords()
  const [arrival] = arrivals
  if (arrival) {
    const { symbol, decimals } = holding
    const amount = formats.asset({ units: sumArrived(holding, arrivals), decimals, symbol })
    return (
      <span className="num font-medium text-reed">
        {arrivals.length === 1 ? describe(arrival) : translate('+{amount} received', { amount })}
      </span>
    )
  }
  const chains = countChains(holding)
  const unknown = holding.unknownOn.length
  if (unknown > 0)
    return (
      <span className="text-buff">
        {translate('{read} of {all} loaded', { read: chains, all: chains + unknown })}
      </span>
    )
  const priced = holding.parts.filter(({ valueUsd }) => valueUsd !== undefined).length
  if (priced > 0 && priced < holding.parts.length)
    return (
      <span className="text-buff">
        {translate('{priced} of {all} priced', { priced, all: holding.parts.length })}
      </span>
    )
  const where = translate('{chains, plural, one {# chain} other {# chains}}', { chains })
  return props.isSymbolShown === true ? `${holding.symbol}, ${where}` : where
}

function describeValue({ valueUsd }: Holding, of: { isKnown: boolean; formats: Formats }): string {
  if (!of.isKnown) return translate('Unknown')
  return valueUsd === undefined ? translate('No price') : of.formats.usd(valueUsd)
}

function countChains({ parts }: Holding): number {
  return new Set(parts.map(({ chain }) => chain.chain)).size
}

function sumArrived(holding: Holding, arrivals: readonly Arrival[]): bigint {
  const parts = arrivals.flatMap(({ assetType, units }) =>
    holding.parts
      .filter((part) => isSameAsset(part.assetType, assetType))
      .map(({ decimals }) => ({ units, decimals })),
  )
  return sumUnits(parts, holding)
}

function toChainParts(
  parts: readonly HoldingPart[],
  order: readonly string[],
): readonly ChainPart[] {
  return order.flatMap((id) => {
    const here = parts.filter(({ chain }) => chain.chain === id)
    const [first] = here
    if (!first) return []
    return [
      { chain: first.chain, valueUsd: here.reduce((sum, { valueUsd = 0 }) => sum + valueUsd, 0) },
    ]
  })
}
