import { ServiceError } from '../../ServiceError.ts'
import type { QuoteService } from '../quoteService.ts'
import type { FundingSource } from '../funding/fundingSources.ts'
import { type Allocation, maxAllocations } from '../funding/selectInputs.ts'
import { sumUnits } from './explainShortfall.ts'
import type { QuoteContext, Route } from './route.ts'
import { getLegAmount } from './terms.ts'

/**
 * Returns the balances that pay their own fees when all of them are spent to the last unit: the most
 * that one quote can move. Less to share the delivery's gas makes each share larger, so that what
 * cannot pay among more cannot among fewer.
 */
export function findSpendable(
  sources: readonly FundingSource[],
  options: {
    build: (allocations: readonly Allocation[]) => Route | undefined
    context: QuoteContext
    service: QuoteService
  },
): readonly FundingSource[] {
  const { build, context, service } = options
  const { resolved, book } = context
  let kept = sources
    .filter((source) => build([spendWhole(source)]))
    .toSorted((a, b) => Number(b.available - a.available))
    .slice(0, maxAllocations)
  for (;;) {
    const input = { ...resolved.input, amount: sumUnits(kept) }
    const pricing = { resolved: { ...resolved, input }, book, rates: service.rates }
    const route = kept.length > 0 ? build(kept.map(spendWhole)) : undefined
    if (!route) return []
    const paying = kept.filter((source) => paysItself(spendWhole(source), route, pricing))
    if (paying.length === kept.length) return kept
    kept = paying
  }
}

function spendWhole(source: FundingSource): Allocation {
  return { ...source, total: source.available }
}

function paysItself(...leg: Parameters<typeof getLegAmount>): boolean {
  try {
    getLegAmount(...leg)
    return true
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}
