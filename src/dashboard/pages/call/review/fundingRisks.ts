import type { Quote } from '#protocol/quotes/quote.ts'
import { type Risk, type RiskFacts, assessRisks } from '#dashboard/review/messages/risks.ts'
import { isPriceConfirmed } from '#dashboard/review/trust.ts'
import type { Review } from '#dashboard/review/verifyQuote.ts'

/** Slippage limit (basis points) that raises no risk: a deposit repays its loan exactly. */
const noSlippage = 100

/**
 * Assesses the risks of paying for a call. The paid asset may differ from the lent one; if the
 * feeds do not confirm its value, only the service says how much is enough.
 */
export function assessFundingRisks(
  { originToken, fees }: Pick<Quote, 'originToken' | 'fees'>,
  {
    findings,
    ...facts
  }: Pick<Review, 'findings'> & Pick<RiskFacts, 'skewMs' | 'confirmImpactBps' | 'confirmFeesBps'>,
): { risks: readonly Risk[]; paidUsd: number; leftUsd: number } {
  const paidUsd = originToken.fiatValue.reduce((sum, { fiatValue }) => sum + Number(fiatValue), 0)
  const feesUsd = Number(fees?.cumulativeUSD ?? 0)
  const leftUsd = paidUsd - feesUsd
  const risks = assessRisks({
    isPriced: isPriceConfirmed(findings),
    paidUsd,
    receivedUsd: leftUsd,
    feesUsd,
    slippageBps: noSlippage,
    ...facts,
  })
  return { risks, paidUsd, leftUsd }
}
