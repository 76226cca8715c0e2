import { Address } from '#dashboard/components/status/Address.tsx'
import { AmountText } from '#dashboard/components/amounts/AmountText.tsx'
import { ReviewTitle } from '../../signing/ReviewTitle.tsx'
import type { QuoteView } from '../../quoting/quoteView.ts'
import type { SwapForm } from '../state/swapForm.ts'

/** Summary of what is signed, in one sentence: amount, origin, recipient and received amount. */
export function ReviewHead(props: ReviewHead.Props) {
  const { view, form, onBack } = props
  const { paid, legs, received, minimum } = view
  const { isTransfer, recipient } = form
  const chains = new Set(legs.map(({ chain }) => chain.chain)).size
  return (
    <div className="mb-6">
      <ReviewTitle
        title="Review and sign"
        back={isTransfer ? 'Transfer' : 'Swap'}
        onBack={onBack}
      />
      <p className="mt-1 text-ink-2">
        {isTransfer ? 'Send' : 'Pay'} <Amount of={paid} /> from{' '}
        {chains === 1 ? (legs[0]?.chain.name ?? 'one chain') : `${chains} chains`};{' '}
        {recipient.kind === 'other' ? (
          <>
            <Address value={recipient.address} canCopy={false} /> receives
          </>
        ) : (
          'you receive'
        )}{' '}
        <Amount of={received} /> on {received.chain.name}
        {minimum.units < received.units && (
          <>
            , at least <Amount of={minimum} />
          </>
        )}
        .
      </p>
      {recipient.kind === 'other' && (
        <div className="mt-2 text-sm">
          <Address value={recipient.address} form="full" />
        </div>
      )}
    </div>
  )
}

export declare namespace ReviewHead {
  type Props = { view: QuoteView; form: SwapForm; onBack: () => void }
}

function Amount(props: { of: { units: bigint; decimals: number; symbol: string } }) {
  const { units, decimals, symbol } = props.of
  return <AmountText {...{ units, decimals, symbol }} detail="quote" />
}
