import { Coin } from '#dashboard/components/flow/Coin.tsx'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { RouteFlow } from '#dashboard/components/flow/RouteFlow.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { UnlistedMark } from '#dashboard/components/status/UnlistedMark.tsx'
import { translate } from '../../../language/translate.ts'
import type { SummaryAmount } from './priceAmount.ts'
import type { Summary } from './summary.ts'

/** The payment as a river: each chain that pays, the fees as a branch, what arrives. */
export function ReviewRiver(props: ReviewRiver.Props) {
  const { summary, received, getChain } = props
  const { paid, feesUsd } = summary
  const formats = useFormats()
  function formatUnits({ units, asset }: SummaryAmount): string {
    return formats.amount(units, { decimals: asset.decimals })
  }
  const chain = getChain(received.asset.chainId)
  const amount = formatUnits(received)
  const { symbol, isUnlisted = false } = received.asset
  const origins = paid.map((one) =>
    translate('{amount} from {chain}', {
      amount: `${formatUnits(one)} ${one.asset.symbol}`,
      chain: getChain(one.asset.chainId).name,
    }),
  )
  return (
    <RouteFlow
      label={translate('Pay {paid}, receive {received} on {chain}. Fees {fees}.', {
        paid: origins.join(', '),
        received: `${amount} ${symbol}`,
        chain: chain.name,
        fees: feesUsd === undefined ? translate('Unknown') : formats.usd(feesUsd),
      })}
      legs={paid.map((one) => ({
        chain: getChain(one.asset.chainId),
        // Without a price, the width is that of the amount.
        valueUsd: one.valueUsd ?? Number(one.units) / 10 ** one.asset.decimals,
        state: 'planned',
        amount: formatUnits(one),
        symbol: one.asset.symbol,
        isUnlisted: one.asset.isUnlisted,
      }))}
      destination={{ chain, state: 'planned' }}
      feeUsd={feesUsd}
      targetLines={[amount, translate('{symbol} on {name}', { symbol, name: chain.name })]}
      targetLabel={
        <div className="flex items-center gap-3">
          <Coin symbol={symbol} size={40} chain={chain} isUnlisted={isUnlisted} />
          <div className="min-w-0">
            <div className="num text-lg leading-7 font-semibold">{amount}</div>
            <div className="text-sm text-ink-3">
              {translate('{symbol} on {name}', { symbol, name: chain.name })}
              {isUnlisted && <UnlistedMark />}
            </div>
          </div>
        </div>
      }
    />
  )
}

export declare namespace ReviewRiver {
  type Props = {
    summary: Summary
    received: SummaryAmount
    getChain: (chainId: string) => ChainIdentity
  }
}
