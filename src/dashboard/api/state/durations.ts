import { z } from 'zod/mini'

import { listOf, persisted } from '../../persisted.ts'

/** At least a day means that nobody looked. */
const Measured = z.object({
  quoteId: z.string(),
  kind: z.enum(['call', 'solana', 'oneChain', 'chains']),
  durationMs: z.number().check(z.nonnegative(), z.lt(86_400_000)),
})
type Measured = z.output<typeof Measured>

/** Kinds of routes that take about as long as each other. */
export type DurationKind = Measured['kind']

/** How long executions of one kind usually take, measured in this browser. */
export type UsualDuration = {
  /** The median, milliseconds. */
  usualMs: number
  /** Longer than this is called slow, milliseconds. */
  slowMs: number
  /** How many were measured. */
  count: number
}

const kept = persisted('estuary.durations', listOf(Measured), [])
const maxMeasured = 100
/** Of each kind the latest count: services and chains change. */
const maxCompared = 20
/** Fewer say nothing about what is usual. */
const minCompared = 3
/** Blocks come in whole seconds: a difference below this is no difference. */
const marginMs = 5000

/** Saves how long an execution took; each counts once. */
export function saveDuration(measured: Measured): void {
  const others = kept.get().filter(({ quoteId }) => quoteId !== measured.quoteId)
  kept.set([measured, ...others].slice(0, maxMeasured))
}

/** Returns how long executions of a kind usually take; undefined while too few were measured. */
export function readUsualDuration(kind: DurationKind): UsualDuration | undefined {
  const measured = kept
    .get()
    .filter((one) => one.kind === kind)
    .slice(0, maxCompared)
    .map(({ durationMs }) => durationMs)
    .toSorted((a, b) => a - b)
  const usualMs = measured[Math.floor(measured.length / 2)]
  const slowest = measured.at(-1)
  if (measured.length < minCompared || usualMs === undefined || slowest === undefined)
    return undefined
  return { usualMs, slowMs: Math.max(slowest, usualMs * 2) + marginMs, count: measured.length }
}
