import { AmountText } from '#dashboard/components/amounts/AmountText.tsx'
import { joinNames } from '../../../language/joinNames.ts'
import { translateRich } from '../../../language/translateRich.ts'
import type { QuoteView } from '../../quoting/quoteView.ts'

/** What arrives and what is paid for it: `They receive exactly 250 USDC on Base. You pay … from …` */
export function SendSentence({ view }: SendSentence.Props) {
  const { received, minimum, paid, legs } = view
  const values = {
    received: <Amount of={received} />,
    chain: received.chain.name,
    paid: <Amount of={paid} />,
    sources: joinNames([...new Set(legs.map(({ chain }) => chain.name))]),
  }
  return minimum.units >= received.units
    ? translateRich(
        'They receive exactly {received} on {chain}. You pay {paid} from {sources}.',
        values,
      )
    : translateRich(
        'They receive {received} on {chain}, at least {minimum}. You pay {paid} from {sources}.',
        { ...values, minimum: <Amount of={minimum} /> },
      )
}

export declare namespace SendSentence {
  type Props = { view: QuoteView }
}

function Amount(props: { of: { units: bigint; decimals: number; symbol: string } }) {
  const { units, decimals, symbol } = props.of
  return <AmountText {...{ units, decimals, symbol }} />
}
