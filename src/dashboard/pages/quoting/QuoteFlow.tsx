import { Coin } from '#dashboard/components/flow/Coin.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { RouteFlow } from '#dashboard/components/flow/RouteFlow.tsx'
import type { QuoteView } from './quoteView.ts'

/** The quote as a Sankey diagram: legs by chain, fee as a branch, received amount. */
export function QuoteFlow(props: QuoteFlow.Props) {
  const { view } = props
  const { legs, received, feesUsd } = view
  const formats = useFormats()
  const amount = formats.amount(received.units, { decimals: received.decimals })
  const sentence = `${legs
    .map(
      ({ units, decimals, symbol, chain }) =>
        `${formats.amount(units, { decimals })} ${symbol} from ${chain.name}`,
    )
    .join(
      ', ',
    )} become ${amount} ${received.symbol} on ${received.chain.name}. Fees ${formats.usd(feesUsd)}.`
  return (
    <RouteFlow
      label={sentence}
      legs={legs.map((leg) => ({
        chain: leg.chain,
        valueUsd: leg.valueUsd,
        state: 'planned',
        amount: formats.amount(leg.units, { decimals: leg.decimals }),
        symbol: leg.symbol,
      }))}
      destination={{ chain: received.chain, state: 'planned' }}
      feeUsd={feesUsd}
      targetLines={[amount, `${received.symbol} on ${received.chain.name}`]}
      targetLabel={
        <div className="flex items-center gap-3">
          <Coin symbol={received.symbol} size={40} chain={received.chain} />
          <div className="min-w-0">
            <div
              className={`num leading-7 font-semibold ${amount.length > 10 ? 'text-lg' : 'text-xl'}`}
            >
              {amount}
            </div>
            <div className="text-sm text-ink-3">
              {received.symbol} on {received.chain.name}
            </div>
          </div>
        </div>
      }
    />
  )
}

export declare namespace QuoteFlow {
  type Props = { view: QuoteView }
}
