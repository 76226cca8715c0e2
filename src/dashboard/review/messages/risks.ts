import type { AccountAddress } from '#protocol/ids/caip.ts'

/** How much a person must do about a risk. */
export type RiskLevel = 'caution' | 'warning' | 'confirm' | 'refuse'

/** Something about an honest quote that a person should know before signing. */
export type Risk =
  | {
      id: 'impact' | 'fees' | 'value' | 'slippage' | 'clock'
      level: RiskLevel
      /** As a fraction of what is paid, or of the amount; seconds for the clock. */
      size: number
    }
  /** Nobody entered here who is paid. */
  | { id: 'recipient'; level: 'confirm'; address: AccountAddress }
  /** Nobody entered here what is called. */
  | { id: 'calls'; level: 'confirm'; count: number }

/** Where a person is asked: beside what is being entered, or where it is signed. */
export type AskedAt = 'form' | 'review'

/**
 * What a person says yes to, each on its own. `slippageAgain` is the second time that a high limit is
 * asked about: where it is signed.
 */
export type Confirmation = 'value' | 'loss' | 'slippage' | 'slippageAgain' | 'recipient' | 'calls'

/** What these risks need a yes to. Source: pages, "Gates"; security rules 34 and 37. */
export function getConfirmations(risks: readonly Risk[], at: AskedAt): readonly Confirmation[] {
  return [...new Set(risks.flatMap((risk) => getConfirmation(risk, at) ?? []))]
}

/** What one risk needs a yes to; undefined when it is only told. */
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
      return id
    case 'clock':
      return undefined
  }
}

/** What the risks are told by; undefined dollars are not known. */
export type RiskFacts = {
  /** The pinned feeds confirm the dollars; else they are the service's word and count as unknown. */
  isPriced: boolean
  paidUsd: number | undefined
  receivedUsd: number | undefined
  feesUsd: number | undefined
  slippageBps: number
  /** The service's clock against the own one. */
  skewMs: number
  /** Who is paid, where nobody entered it here. */
  foreignRecipient?: AccountAddress | undefined
}

/** Fractions from which a risk has each level. Source: pages, "Gates". */
const impactSteps = { caution: 0.01, warning: 0.05, confirm: 0.1 } as const
const feeSteps = { caution: 0.1, warning: 0.2, confirm: 0.4 } as const

/** Basis points above which a person is asked twice. Source: security rule 34. */
const maxUnaskedBps = 500

/** The risks of a quote, worst first. Source: pages, "Swap and transfer". */
export function assessRisks(facts: RiskFacts): readonly Risk[] {
  const { isPriced, paidUsd, receivedUsd, feesUsd, slippageBps, skewMs } = facts
  const { foreignRecipient: address } = facts
  const isValued = isPriced && paidUsd !== undefined && paidUsd > 0 && receivedUsd !== undefined
  const impact = isValued
    ? computePriceImpact({ paidUsd, receivedUsd, feesUsd: feesUsd ?? 0 })
    : undefined
  const feeShare = isValued && feesUsd !== undefined ? feesUsd / paidUsd : undefined
  const found: (Risk | undefined)[] = [
    address === undefined ? undefined : { id: 'recipient', level: 'confirm', address },
    impact === undefined ? { id: 'value', level: 'confirm', size: 0 } : undefined,
    toRisk('impact', impact, impactSteps),
    toRisk('fees', feeShare, feeSteps),
    toSlippageRisk(slippageBps),
    Math.abs(skewMs) >= 60_000
      ? { id: 'clock', level: 'caution', size: Math.abs(skewMs) / 1000 }
      : undefined,
  ]
  const order: readonly RiskLevel[] = ['refuse', 'confirm', 'warning', 'caution']
  return found
    .filter((risk) => risk !== undefined)
    .toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
}

/** The part of what is paid, after fees, that is lost to the price; negative is a gain. */
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
  steps: Record<'caution' | 'warning' | 'confirm', number>,
): Risk | undefined {
  if (size === undefined || size < steps.caution) return undefined
  if (size >= steps.confirm) return { id, level: 'confirm', size }
  return { id, level: size >= steps.warning ? 'warning' : 'caution', size }
}

function toSlippageRisk(bps: number): Risk | undefined {
  if (bps > 5000) return { id: 'slippage', level: 'refuse', size: bps / 10_000 }
  if (bps > maxUnaskedBps) return { id: 'slippage', level: 'confirm', size: bps / 10_000 }
  return bps < 10 ? { id: 'slippage', level: 'caution', size: bps / 10_000 } : undefined
}
