import { Coin } from '#dashboard/components/flow/Coin.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { RouteFlow } from '#dashboard/components/flow/RouteFlow.tsx'
import { UnlistedMark } from '#dashboard/components/status/UnlistedMark.tsx'
import { translate } from '../../language/translate.ts'
import type { QuoteView } from './quoteView.ts'

/** The quote as a Sankey diagram: legs by chain, fee as a branch, received amount. */
export function QuoteFlow(props: QuoteFlow.Props) {
  const { view } = props
  const { legs, received, feesUsd } = view
  const formats = useFormats()
  const amount = formats.amount(received.units, { decimals: received.decimals })
  const sentence = translate('Pay {paid}, receive {received} on {chain}. Fees {fees}.', {
    paid: legs
      .map(({ units, decimals, symbol, chain }) =>
        translate('{amount} from {chain}', {
          amount: `${formats.amount(units, { decimals })} ${symbol}`,
          chain: chain.name,
        }),
      )
      .join(', '),
    received: `${amount} ${received.symbol}`,
    chain: received.chain.name,
    fees: formats.usd(feesUsd),
  })
  return (
    <RouteFlow
      label={sentence}
      legs={legs.map((leg) => ({
        chain: leg.chain,
        valueUsd: leg.valueUsd,
        state: 'planned',
        amount: formats.amount(leg.units, { decimals: leg.decimals }),
        symbol: leg.symbol,
        isUnlisted: leg.isUnlisted,
      }))}
      destination={{ chain: received.chain, state: 'planned' }}
      feeUsd={feesUsd}
      targetLines={[
        amount,
        translate('{symbol} on {name}', { symbol: received.symbol, name: received.chain.name }),
      ]}
      targetLabel={
        <div className="flex items-center gap-3">
          <Coin
            symbol={received.symbol}
            size={40}
            chain={received.chain}
            isUnlisted={received.isUnlisted === true}
          />
          <div className="min-w-0">
            <div
              className={`num leading-7 font-semibold ${amount.length > 10 ? 'text-lg' : 'text-xl'}`}
            >
              {amount}
            </div>
            <div className="text-sm text-ink-3">
              {translate('{symbol} on {name}', {
                symbol: received.symbol,
                name: received.chain.name,
              })}
              {received.isUnlisted && <UnlistedMark />}
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
