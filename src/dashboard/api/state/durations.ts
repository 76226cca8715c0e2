import { isRecord } from '#protocol/ids/isRecord.ts'
import { readJson, writeJson } from '../../storedJson.ts'

/** Kinds of routes that take about as long as each other. */
export type DurationKind = 'call' | 'solana' | 'oneChain' | 'chains'

/** How long executions of one kind usually take, measured in this browser. */
export type UsualDuration = {
  /** The median, milliseconds. */
  usualMs: number
  /** Longer than this is called slow, milliseconds. */
  slowMs: number
  /** How many were measured. */
  count: number
}

type Measured = { quoteId: string; kind: DurationKind; durationMs: number }

const key = 'estuary.durations'
const maxMeasured = 100
/** Of each kind the latest count: services and chains change. */
const maxCompared = 20
/** Fewer say nothing about what is usual. */
const minCompared = 3
/** Blocks come in whole seconds: a difference below this is no difference. */
const marginMs = 5000

const kinds: readonly DurationKind[] = ['call', 'solana', 'oneChain', 'chains']

/** Saves how long an execution took; each counts once. */
export function saveDuration(measured: Measured): void {
  const others = readMeasured().filter(({ quoteId }) => quoteId !== measured.quoteId)
  writeJson(key, [measured, ...others].slice(0, maxMeasured))
}

/** Returns how long executions of a kind usually take; undefined while too few were measured. */
export function readUsualDuration(kind: DurationKind): UsualDuration | undefined {
  const measured = readMeasured()
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

function readMeasured(): readonly Measured[] {
  const stored = readJson(key)
  return Array.isArray(stored) ? stored.flatMap(parseMeasured) : []
}

function parseMeasured(value: unknown): Measured[] {
  if (!isRecord(value)) return []
  const { quoteId, durationMs } = value
  const kind = kinds.find((one) => one === value['kind'])
  if (typeof quoteId !== 'string' || kind === undefined) return []
  const isDuration = typeof durationMs === 'number' && durationMs >= 0 && durationMs < 86_400_000
  return isDuration ? [{ quoteId, kind, durationMs }] : []
}
