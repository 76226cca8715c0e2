import type { Quote } from '#protocol/quotes/quote.ts'
import { type Risk, assessRisks } from '#dashboard/review/messages/risks.ts'
import type { Review } from '#dashboard/review/verifyQuote.ts'

/** Nothing slips between a deposit and the loan that it pays back. */
const noSlippage = 100

/**
 * What a person has to know before paying for a call. What is paid may be of another kind than what
 * is lent: where the feeds did not confirm its worth, only the service says how much is enough.
 */
export function assessFundingRisks(
  { originToken, fees }: Pick<Quote, 'originToken' | 'fees'>,
  { findings, skewMs }: Pick<Review, 'findings'> & { skewMs: number },
): { risks: readonly Risk[]; paidUsd: number; leftUsd: number } {
  const paidUsd = originToken.fiatValue.reduce((sum, { fiatValue }) => sum + Number(fiatValue), 0)
  const feesUsd = Number(fees?.cumulativeUSD ?? 0)
  const leftUsd = paidUsd - feesUsd
  const risks = assessRisks({
    isPriced: findings.some(({ id, state }) => id === 'price' && state === 'verified'),
    paidUsd,
    receivedUsd: leftUsd,
    feesUsd,
    slippageBps: noSlippage,
    skewMs,
  })
  return { risks, paidUsd, leftUsd }
}
