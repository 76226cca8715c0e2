import { ChevronDown } from 'lucide-react'

import { Coin } from '#dashboard/components/flow/Coin.tsx'
import { Icon } from '#dashboard/components/forms/Icon.tsx'
import { type ChosenAsset, getChosenAsset } from './assetChoices.ts'

/** The asset of one side and the chains it may be on; opens the picker. */
export function AssetButton(props: AssetButton.Props) {
  const { chosen, side, anyChain, onClick } = props
  const chainText = chosen && (chosen.only ? chosen.only.chain.name : anyChain)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      data-search
      aria-label={
        chosen
          ? `${side}: ${getChosenAsset(chosen).symbol}, ${chainText}. Change`
          : `${side}: choose`
      }
      className="flex h-12 shrink-0 items-center gap-2.5 rounded-full border border-line-strong bg-surface pr-3 pl-2 hover:bg-hover"
      onClick={onClick}
    >
      {chosen && (
        <Coin symbol={getChosenAsset(chosen).symbol} size={32} chain={chosen.only?.chain} />
      )}
      <span className="text-left leading-tight">
        <span className="block font-semibold">
          {chosen ? getChosenAsset(chosen).symbol : 'Choose'}
        </span>
        {chainText && <span className="block text-xs text-ink-3">{chainText}</span>}
      </span>
      <Icon of={ChevronDown} size={17} className="ml-1 text-ink-3" />
    </button>
  )
}

export declare namespace AssetButton {
  type Props = {
    chosen: ChosenAsset | undefined
    /** `You pay` or `You receive`. */
    side: string
    /** Text while no chain is chosen. */
    anyChain: string
    onClick: () => void
  }
}
