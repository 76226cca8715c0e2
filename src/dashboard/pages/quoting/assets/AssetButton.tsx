import { ChevronDown } from 'lucide-react'

import { Coin } from '#dashboard/components/flow/Coin.tsx'
import { Icon } from '#dashboard/components/forms/Icon.tsx'
import { UnlistedMark } from '#dashboard/components/status/UnlistedMark.tsx'
import { translate } from '../../../language/translate.ts'
import type { ChainChoice, ChosenAsset } from './assetChoices.ts'

/**
 * The asset of one side and the chains it may be on; opens the picker. What arrives by a quote is
 * named as what it is, such as WETH where Ether was chosen.
 */
export function AssetButton(props: AssetButton.Props) {
  const { chosen, arriving, side, anyChain, pending, onClick } = props
  const named = arriving ?? chosen?.only
  const symbol = named?.symbol ?? chosen?.asset.symbol
  const chainText = named?.chain.name ?? anyChain
  const isUnlisted = named?.isUnlisted === true
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      data-search
      aria-label={
        chosen && symbol !== undefined
          ? translate('{side}: {symbol}, {chain}. Change', { side, symbol, chain: chainText })
          : translate('{side}: choose', { side })
      }
      className="flex h-12 shrink-0 items-center gap-2.5 rounded-full border border-line-strong bg-surface pr-3 pl-2 hover:bg-hover"
      onClick={onClick}
    >
      {symbol !== undefined && (
        <Coin symbol={symbol} size={32} chain={named?.chain} isUnlisted={isUnlisted} />
      )}
      <span className="text-left leading-tight">
        <span className="block font-semibold">
          {symbol ?? pending ?? translate('Choose')}
          {isUnlisted && <UnlistedMark />}
        </span>
        {chosen && <span className="block text-xs text-ink-3">{chainText}</span>}

        {arriving && (
          // Keeps the width: the button must not move when the quote comes.
          <span aria-hidden className="invisible block h-0 overflow-hidden text-xs">
            {anyChain}
          </span>
        )}
      </span>
      <Icon of={ChevronDown} size={17} className="ml-1 text-ink-3" />
    </button>
  )
}

export declare namespace AssetButton {
  type Props = {
    chosen: ChosenAsset | undefined
    /** What arrives by a quote, where there is one. */
    arriving?: ChainChoice | undefined
    /** `You pay` or `You receive`. */
    side: string
    /** Stands for an asset that was named and has yet to be read. */
    pending?: string | undefined
    /** Text while no chain is chosen. */
    anyChain: string
    onClick: () => void
  }
}
