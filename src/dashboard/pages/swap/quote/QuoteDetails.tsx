import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'

import type { QuoteSlippage } from '#protocol/quotes/quote.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { IconButton } from '#dashboard/components/forms/Button.tsx'
import { UnlistedMark } from '#dashboard/components/status/UnlistedMark.tsx'
import { sumUsd, toShownCents, toUsd } from '#dashboard/components/amounts/worth.ts'
import type { OperationFacts } from '#dashboard/review/verifyQuote.ts'
import { computePriceImpact } from '#dashboard/review/messages/risks.ts'
import { translate } from '../../../language/translate.ts'
import { formatRate, getRate, getRateOfDearer } from '../../amounts/rate.ts'
import { FeeSection } from '../../quoting/FeeSection.tsx'
import { getPoolFee } from '../../signing/summary/fees.ts'
import { getPriceUsd, type QuoteView } from '../../quoting/quoteView.ts'

/** Minimum, rate, price impact and fees of a quote or price. */
export function QuoteDetails(props: QuoteDetails.Props) {
  const { view, slippage, operations = [] } = props
  const formats = useFormats()
  const { minimum, paid, received, paidUsd, feesUsd } = view
  const receivedUsd = received.valueUsd
  const impact = computePriceImpact({ paidUsd, receivedUsd, feesUsd })
  const poolUsd = sumUsd(operations.map((one) => getPoolUsd(one, view))) ?? 0
  const percent = slippage?.destination.percent
  // Computed from the numbers as shown, so that they add up.
  const lostUsd = (toShownCents(paidUsd) - toShownCents(feesUsd) - toShownCents(receivedUsd)) / 100
  return (
    <>
      <dl className="mt-5 grid grid-cols-2 gap-x-4 gap-y-4 border-t border-line pt-5 md:grid-cols-3 md:gap-x-8">
        <Fact
          name={translate('Minimum received')}
          value={formats.asset(minimum)}
          isUnlisted={minimum.isUnlisted}
          detail={
            percent
              ? translate('{amount} at {limit} slippage', {
                  amount: formats.usd(minimum.valueUsd),
                  limit: formats.limit(Number(percent) * 100),
                })
              : formats.usd(minimum.valueUsd)
          }
        />
        <RateFact paid={paid} received={received} />
        <Fact
          name={translate('Price impact')}
          value={impact < 0 ? formats.share(0) : formats.share(impact)}
          detail={
            lostUsd < 0
              ? translate('{amount} above market', { amount: formats.usd(-lostUsd) })
              : poolUsd > 0
                ? translate('{amount} below market, with {pool} for the pool', {
                    amount: formats.usd(lostUsd),
                    pool: formats.usd(poolUsd),
                  })
                : translate('{amount} below market', { amount: formats.usd(lostUsd) })
          }
        />
      </dl>
      <FeeSection view={view} />
    </>
  )
}

export declare namespace QuoteDetails {
  type Props = {
    view: QuoteView
    slippage: QuoteSlippage | undefined
    /** What is to be signed; a price has nothing of the kind. */
    operations?: readonly OperationFacts[]
  }
}

/** What the pool of an operation keeps, at the quote's price: it is in the rate, so that no fee says it. */
function getPoolUsd(operation: OperationFacts, { legs }: QuoteView): number | undefined {
  const { asset } = operation
  const units = getPoolFee(operation)
  if (units === 0n) return 0
  const leg = legs.find(
    ({ chain, symbol }) => chain.chain === asset.chainId && symbol === asset.symbol,
  )
  return toUsd({ units, decimals: asset.decimals }, leg && getPriceUsd(leg))
}

function Fact(props: {
  name: string
  value: string
  detail: string
  isUnlisted?: boolean | undefined
}) {
  return (
    <div>
      <dt className="text-sm text-ink-3">{props.name}</dt>
      <dd className="num mt-0.5 text-lg font-semibold">
        {props.value}
        {props.isUnlisted && <UnlistedMark />}
      </dd>
      <dd className="num text-sm text-ink-3">{props.detail}</dd>
    </div>
  )
}

/** The rate, in either direction. */
function RateFact({ paid, received }: Pick<QuoteView, 'paid' | 'received'>) {
  const { locale } = useFormats()
  const [isTurned, setTurned] = useState(false)
  const first = getRateOfDearer(paid, received)
  if (!first) return null
  const [one, other] = first.of === received.symbol ? [paid, received] : [received, paid]
  const rate = (isTurned && getRate(one, other)) || first
  return (
    // On a phone it has a row of its own, as it is longer than the others.
    <div className="max-md:order-last max-md:col-span-2">
      <dt className="flex items-center gap-1 text-sm text-ink-3">
        {translate('Rate')}
        <IconButton
          icon={ArrowLeftRight}
          label={translate('Show rate for 1 {symbol}', { symbol: rate.in })}
          size="sm"
          iconSize={14}
          className="-my-2"
          onClick={() => setTurned(!isTurned)}
        />
      </dt>
      <dd className="num mt-0.5 text-lg font-semibold">{formatRate(rate, locale)}</dd>
      <dd className="num text-sm text-ink-3">{translate('fees included')}</dd>
    </div>
  )
}
