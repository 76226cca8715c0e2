import { formatAmount } from '#protocol/ids/amount.ts'
import { AmountEntry } from '#dashboard/components/amounts/AmountEntry.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { translate } from '../../../language/translate.ts'
import { AssetButton } from '../../quoting/assets/AssetButton.tsx'
import { findChoice, getChosenAsset } from '../../quoting/assets/assetChoices.ts'
import { describeSources } from '../../quoting/assets/sourceGroups.ts'
import { SpendPreview } from '../../quoting/assets/SpendPreview.tsx'
import { describeSpending } from '../../quoting/assets/describeSpending.ts'
import { describeLeft } from '../../describeLeft.ts'
import { namePending } from '../state/namePending.ts'
import type { SwapModel } from '../state/useSwap.ts'

/** What is paid: asset, amount, and how much of it there is. */
export function PaySide(props: PaySide.Props) {
  const { swap, onPick } = props
  const { form, search, setSearch, shown, price } = swap
  const { from, amount } = form
  const formats = useFormats()
  const asset = from && getChosenAsset(from)
  const whole = findChoice(swap.choices, search.from)
  const isTooMuch = asset?.units !== undefined && amount !== undefined && amount > asset.units
  const error =
    form.amountError ??
    (isTooMuch && asset?.units !== undefined
      ? translate('You have {held} {symbol}', {
          held: formats.amount(asset.units, { decimals: asset.decimals }),
          symbol: asset.symbol,
        })
      : undefined)
  return (
    <div className="p-5 md:p-6">
      <AmountEntry
        label={translate('You pay')}
        value={search.amount}
        assetId={asset?.assetId ?? search.from}
        decimals={asset?.decimals ?? 18}
        symbol={asset?.symbol ?? ''}
        units={amount}
        priceUsd={swap.priceUsd}
        valueUsd={amount === undefined ? undefined : (shown ?? price?.shown)?.view.paidUsd}
        error={error}
        trailing={
          <AssetButton
            chosen={from}
            pending={namePending(swap, 'from')}
            side={translate('You pay')}
            anyChain={whole ? describeSources(whole.asset, search.without) : translate('Any chain')}
            onClick={onPick}
          />
        }
        onValueChange={(value) => setSearch({ ...search, amount: value })}
      />
      {swap.hasWallet && <Holdings swap={swap} />}
    </div>
  )
}

export declare namespace PaySide {
  type Props = { swap: SwapModel; onPick: () => void }
}

/** What can be spent, on which chains, and shares of it to choose. */
function Holdings({ swap }: { swap: SwapModel }) {
  const { form, search, setSearch, shown, most } = swap
  const { from, amount } = form
  const formats = useFormats()
  const asset = from && getChosenAsset(from)
  function setShare(part: bigint) {
    if (asset?.units === undefined) return
    const units = part === 100n ? (most ?? asset.units) : (asset.units * part) / 100n
    setSearch({ ...search, amount: units === 0n ? '' : formatAmount(units, asset.decimals) })
  }
  const isMost = amount !== undefined && amount === most
  const spending =
    from && isMost
      ? describeLeft(
          { ...getChosenAsset(from), members: from.only ? [from.only] : from.asset.members },
          { most: amount, legs: shown?.view.legs ?? [], format: formats.amount },
        )
      : from && describeSpending(from, { amount, format: formats.amount })
  return (
    <div className="mt-5">
      {from && <SpendPreview from={from} legs={shown?.view.legs} />}
      <div className="mt-2.5 flex items-center justify-between gap-3 text-sm">
        <span className="min-w-0 text-ink-3">
          {asset?.units === undefined
            ? translate('Balance unknown')
            : translate('{amount} {symbol} available', {
                amount: formats.amount(asset.units, { decimals: asset.decimals }),
                symbol: asset.symbol,
              })}
        </span>
        <span className="flex shrink-0 gap-1">
          {([25n, 50n, 100n] as const).map((part) => (
            <button
              key={part.toString()}
              type="button"
              className="reach h-7 rounded-sm px-2.5 text-sm font-medium text-channel hover:bg-channel-tint disabled:text-ink-3"
              disabled={!asset?.units}
              onClick={() => setShare(part)}
            >
              {part === 100n ? translate('Max') : formats.share(Number(part) / 100, 0)}
            </button>
          ))}
        </span>
      </div>
      {spending !== undefined && <p className="mt-2 text-sm text-ink-3">{spending}</p>}
    </div>
  )
}
