import { FittedAmount } from '#dashboard/components/amounts/FittedAmount.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { translate } from '../../../language/translate.ts'
import { AssetButton } from '../../quoting/assets/AssetButton.tsx'
import { findArriving } from '../../quoting/assets/findArriving.ts'
import { namePending } from '../state/namePending.ts'
import type { SwapModel } from '../state/useSwap.ts'

/** What arrives, named as what it is, once a price or a quote says so. */
export function ReceiveSide(props: ReceiveSide.Props) {
  const { swap, onPick } = props
  const { form, shown, price } = swap
  const formats = useFormats()
  const { recipient } = form
  const isTheirs = recipient.kind === 'other' && !recipient.isOwn
  const side = translate(isTheirs ? 'They receive' : 'You receive')
  const quoted = shown ?? price?.shown
  const received = quoted?.view.received
  const isOld = (price?.isAsking ?? swap.isAsking) && received !== undefined
  const amount = received ? formats.amount(received.units, { ...received }) : ''
  const isPrice = price?.shown !== undefined
  return (
    <div className={`p-5 pt-6 md:p-6 ${isOld ? 'opacity-60' : ''}`}>
      <div className="flex items-end justify-between gap-3">
        <div className="min-w-0 flex-1">
          <span className="label whitespace-nowrap">
            {isPrice
              ? translate(isTheirs ? 'They receive (estimated)' : 'You receive (estimated)')
              : side}
          </span>
          <div className="mt-3 flex">
            <FittedAmount text={amount}>
              <output aria-label={side} className="num block truncate font-semibold">
                {amount === '' ? <span className="text-ink-3">0</span> : amount}
              </output>
            </FittedAmount>
          </div>
          <div className="num mt-0.5 min-h-5 text-sm text-ink-3">
            {received ? formats.usd(received.valueUsd) : ' '}
          </div>
        </div>
        <div className="mb-4">
          <AssetButton
            chosen={form.to}
            pending={namePending(swap, 'to')}
            arriving={findArriving(form.to, received)}
            side={side}
            anyChain={translate('Cheapest chain')}
            onClick={onPick}
          />
        </div>
      </div>
    </div>
  )
}

export declare namespace ReceiveSide {
  type Props = { swap: SwapModel; onPick: () => void }
}
