import type { AccountAddress } from '#protocol/ids/caip.ts'
import type { TradedToken } from '../cases/tradedToken.ts'

/** What a risk requires of the user. */
export type RiskLevel = 'caution' | 'warning' | 'confirm' | 'refuse'

/** A risk of an honest quote that the user should know before signing. */
export type Risk =
  | {
      id: 'impact' | 'fees' | 'value' | 'slippage' | 'clock'
      level: RiskLevel
      /** A fraction of the paid value or the amount; seconds for `clock`. */
      size: number
    }
  /** The recipient was not entered here, but came with a link or file. */
  | { id: 'recipient'; level: 'confirm'; address: AccountAddress }
  /** The calls were not entered here, but came with a link or file. */
  | { id: 'calls'; level: 'confirm'; count: number }
  /** No list names one of the tokens. */
  | { id: 'unlisted'; level: 'confirm'; traded: TradedToken }
  /** That token was not chosen here, but came with a link. */
  | { id: 'token'; level: 'confirm'; traded: TradedToken }

/** Where the user confirms: in the form, or in the review. */
export type AskedAt = 'form' | 'review'

/** A confirmation by the user. `slippageAgain` repeats `slippage` in the review. */
export type Confirmation =
  | 'value'
  | 'loss'
  | 'slippage'
  | 'slippageAgain'
  | 'recipient'
  | 'calls'
  | 'unlisted'
  | 'token'

/** The confirmations that risks need. Source: pages, "Gates"; security rules 34 and 37. */
export function getConfirmations(risks: readonly Risk[], at: AskedAt): readonly Confirmation[] {
  return [...new Set(risks.flatMap((risk) => getConfirmation(risk, at) ?? []))]
}

/** The confirmation that a risk needs; undefined when it is only shown. */
export function getConfirmation({ id, level }: Risk, at: AskedAt): Confirmation | undefined {
  if (level !== 'confirm') return undefined
  switch (id) {
    case 'impact':
    case 'fees':
      return 'loss'
    case 'slippage':
      return at === 'form' ? 'slippage' : 'slippageAgain'
    case 'value':
    case 'recipient':
    case 'calls':
    case 'unlisted':
    case 'token':
      return id
    case 'clock':
      return undefined
  }
}

/** How much a confirmation is about, as a fraction: of losses all of them together; 0 where it is a fact. */
export function measureRisks(risks: readonly Risk[], asked: Confirmation): number {
  return risks.reduce((sum, risk) => sum + measureRisk(risk, asked), 0)
}

function measureRisk(risk: Risk, asked: Confirmation): number {
  switch (risk.id) {
    case 'impact':
    case 'fees':
      return asked === 'loss' ? risk.size : 0
    case 'slippage':
      return asked === 'slippage' || asked === 'slippageAgain' ? risk.size : 0
    case 'value':
    case 'clock':
    case 'recipient':
    case 'calls':
    case 'unlisted':
    case 'token':
      return 0
  }
}

/** The inputs of {@link assessRisks}; undefined dollar values are unknown. */
export type RiskFacts = {
  /** Whether the pinned feeds confirm the dollar values; otherwise they count as unknown. */
  isPriced: boolean
  paidUsd: number | undefined
  receivedUsd: number | undefined
  feesUsd: number | undefined
  slippageBps: number
  /** Whether an asset is moved and not traded, so that no price move stops it. */
  isMove?: boolean
  /** From which price impact, and which share of the fees, the user wants to be asked; basis points. */
  confirmImpactBps: number | undefined
  confirmFeesBps: number | undefined
  /** How far the service's clock is ahead of the local one, milliseconds. */
  skewMs: number
  /** The recipient, where it was not entered here. */
  foreignRecipient?: AccountAddress | undefined
  /** The token that no list names, and whether it came with a link. */
  traded?: TradedToken | undefined
  isTokenForeign?: boolean | undefined
}

/**
 * Fractions from which a risk reaches each level; the user may ask for a confirmation earlier, never
 * later. Source: pages, "Gates".
 */
const impactSteps = { caution: 0.01, warning: 0.05, confirm: 0.1 } as const
const feeSteps = { caution: 0.1, warning: 0.2, confirm: 0.4 } as const

/** Slippage above which the user confirms twice, basis points. Source: security rule 34. */
const maxUnaskedBps = 500

/** Assesses the risks of a quote, worst first. Source: pages, "Swap and transfer". */
export function assessRisks(facts: RiskFacts): readonly Risk[] {
  const { isPriced, paidUsd, receivedUsd, feesUsd, slippageBps, skewMs } = facts
  const { foreignRecipient: address, traded } = facts
  const isValued = isPriced && paidUsd !== undefined && paidUsd > 0 && receivedUsd !== undefined
  const impact = isValued
    ? computePriceImpact({ paidUsd, receivedUsd, feesUsd: feesUsd ?? 0 })
    : undefined
  const feeShare = isValued && feesUsd !== undefined ? feesUsd / paidUsd : undefined
  const found: (Risk | undefined)[] = [
    traded && facts.isTokenForeign === true ? { id: 'token', level: 'confirm', traded } : undefined,
    traded && { id: 'unlisted', level: 'confirm', traded },
    address === undefined ? undefined : { id: 'recipient', level: 'confirm', address },
    impact === undefined ? { id: 'value', level: 'confirm', size: 0 } : undefined,
    toRisk('impact', impact, { ...impactSteps, askedBps: facts.confirmImpactBps }),
    toRisk('fees', feeShare, { ...feeSteps, askedBps: facts.confirmFeesBps }),
    toSlippageRisk(slippageBps, facts),
    Math.abs(skewMs) >= 60_000
      ? { id: 'clock', level: 'caution', size: Math.abs(skewMs) / 1000 }
      : undefined,
  ]
  const order: readonly RiskLevel[] = ['refuse', 'confirm', 'warning', 'caution']
  return found
    .filter((risk) => risk !== undefined)
    .toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
}

/** The fraction of the paid value, after fees, that is lost to the price; negative is a gain. */
export function computePriceImpact(values: {
  paidUsd: number
  receivedUsd: number
  feesUsd: number
}): number {
  const spent = values.paidUsd - values.feesUsd
  return spent <= 0 ? 0 : 1 - values.receivedUsd / spent
}

function toRisk(
  id: 'impact' | 'fees',
  size: number | undefined,
  steps: Record<'caution' | 'warning' | 'confirm', number> & { askedBps: number | undefined },
): Risk | undefined {
  if (size === undefined) return undefined
  const { confirm, askedBps = confirm * 10_000 } = steps
  if (size >= confirm || size * 10_000 >= askedBps) return { id, level: 'confirm', size }
  if (size < steps.caution) return undefined
  return { id, level: size >= steps.warning ? 'warning' : 'caution', size }
}

function toSlippageRisk(
  bps: number,
  { isMove = false }: Pick<RiskFacts, 'isMove'>,
): Risk | undefined {
  if (bps > 5000) return { id: 'slippage', level: 'refuse', size: bps / 10_000 }
  if (bps > maxUnaskedBps) return { id: 'slippage', level: 'confirm', size: bps / 10_000 }
  return bps < 10 && !isMove ? { id: 'slippage', level: 'caution', size: bps / 10_000 } : undefined
}
