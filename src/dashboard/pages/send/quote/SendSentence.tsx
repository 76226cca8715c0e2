import { AmountText } from '#dashboard/components/amounts/AmountText.tsx'
import type { QuoteView } from '../../quoting/quoteView.ts'

/** What arrives and what is paid for it: `They get exactly 250 USDC on Base. You pay … from …` */
export function SendSentence(props: SendSentence.Props) {
  const { view, isExact } = props
  const { received, minimum, paid, legs } = view
  const isFixed = isExact || minimum.units >= received.units
  const names = [...new Set(legs.map(({ chain }) => chain.name))]
  return (
    <>
      They get {isFixed ? 'exactly' : 'about'} <Amount of={received} /> on {received.chain.name}
      {!isFixed && (
        <>
          , at least <Amount of={minimum} />
        </>
      )}
      . You pay <Amount of={paid} /> from {new Intl.ListFormat('en').format(names)}.
    </>
  )
}

export declare namespace SendSentence {
  type Props = {
    view: QuoteView
    /** Whether what arrives is fixed. */
    isExact: boolean
  }
}

function Amount(props: { of: { units: bigint; decimals: number; symbol: string } }) {
  const { units, decimals, symbol } = props.of
  return <AmountText {...{ units, decimals, symbol }} detail="quote" />
}
