import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { AnyQuote } from '#protocol/quotes/quote.ts'
import type { Boundary, BoundaryPlace } from '#service/executions/plan/boundary.ts'

/** How many operations an execution has, where its value goes, and who takes it there. */
export const crashKinds = ['one chain', 'two chains', 'same chain', 'arrival', 'call'] as const
/** One of {@link crashKinds}. */
export type CrashKind = (typeof crashKinds)[number]

/** A place in the work where a process kills itself. `leg`: undefined where it has none. */
export type CrashPoint = {
  kind: CrashKind
  boundary: Boundary
  about: string
  leg?: number
  /** Only an execution that is refunded meets it. */
  isDoomed: boolean
}

/** What an execution of the campaign is like; a doomed call is refused where that is looked for. */
export type CrashCase = Pick<CrashPoint, 'kind' | 'isDoomed'> & Partial<CrashPoint>

/** An execution that was accepted, by an account of its own. */
export type FedExecution = CrashCase & {
  quote: AnyQuote
  account: EvmAddress
  /** Who is delivered to. */
  recipient: EvmAddress
  /** What the contracts know it by. */
  fillId: Hash
}

const transaction = [
  'before sign',
  'after sign',
  'after broadcast',
  'before settle',
  'after settle',
] as const
const lasting = ['after sign', 'after broadcast'] as const
const refusal = ['before refuse', 'after refuse'] as const
const storing = ['before store state', 'after store state'] as const
const attesting = ['before attest', 'after attest'] as const

const doomed: ReadonlySet<string> = new Set([
  'cancel',
  'refund',
  'Cancelled',
  'cancelling',
  'refunding',
])

/**
 * Every boundary with every action and leg that passes it. Executions from one chain pass the same
 * as those from two: they are killed where a transaction lasts and its success is not known. So are
 * the deposits of calls; what is lent to them and their own operation is killed at everywhere.
 */
export const crashPoints: readonly CrashPoint[] = [
  ...crossingPoints([0, 1]),
  ...across('one chain', {
    boundaries: lasting,
    abouts: ['deposit', 'release', 'refund'],
    legs: [0],
  }),
  ...across('one chain', { boundaries: lasting, abouts: ['fill', 'cancel'], legs: [-1] }),
  // Everything else is as with one chain: the account comes there before it is delivered to.
  ...across('arrival', { boundaries: transaction, abouts: ['arrive'], legs: [-1] }),
  ...callPoints(),
  ...across('same chain', { boundaries: transaction, abouts: ['deposit'], legs: [0] }),
  ...across('same chain', { boundaries: refusal, abouts: ['deposit'], legs: [0] }),
  ...across('same chain', { boundaries: storing, abouts: ['done'], legs: [undefined] }),
]

function crossingPoints(legs: readonly number[]): CrashPoint[] {
  const kind = 'two chains'
  const phases = ['filling', 'releasing', 'cancelling', 'refunding', 'done']
  return [
    ...across(kind, { boundaries: transaction, abouts: ['deposit', 'release', 'refund'], legs }),
    ...across(kind, { boundaries: transaction, abouts: ['fill', 'cancel'], legs: [-1] }),
    ...across(kind, { boundaries: refusal, abouts: ['fill'], legs: [-1] }),
    ...across(kind, { boundaries: storing, abouts: phases, legs: [undefined] }),
    ...across(kind, { boundaries: attesting, abouts: ['Filled', 'Cancelled'], legs }),
  ]
}

/** What is lent, the call's own operation, and the way back when that operation fails. */
function callPoints(): CrashPoint[] {
  const kind = 'call'
  return [
    ...across(kind, { boundaries: transaction, abouts: ['grant', 'fill', 'cancel'], legs: [-1] }),
    ...across(kind, { boundaries: refusal, abouts: ['fill'], legs: [-1] }),
    ...across(kind, { boundaries: storing, abouts: ['filling', 'cancelling'], legs: [undefined] }),
    ...across(kind, { boundaries: lasting, abouts: ['release', 'refund'], legs: [0] }),
    ...across(kind, { boundaries: attesting, abouts: ['Filled', 'Cancelled'], legs: [0] }),
  ]
}

function across(
  kind: CrashKind,
  of: {
    boundaries: readonly Boundary[]
    abouts: readonly string[]
    legs: readonly (number | undefined)[]
  },
): CrashPoint[] {
  return of.boundaries.flatMap((boundary) =>
    of.abouts.flatMap((about) =>
      of.legs.map((leg) => ({
        kind,
        boundary,
        about,
        ...(leg !== undefined && { leg }),
        isDoomed: doomed.has(about) || boundary.endsWith('refuse'),
      })),
    ),
  )
}

/** What kind of execution a boundary belongs to. */
export function crashKindOf({ plan }: BoundaryPlace): CrashKind {
  if (!plan.destination) return 'same chain'
  if (plan.destination.kind === 'call') return 'call'
  if (plan.arrival?.isDue) return 'arrival'
  return plan.legs.length === 1 ? 'one chain' : 'two chains'
}

/** A point in one line, for tables and comparisons. */
export function crashPointName(point: Omit<CrashPoint, 'isDoomed'>): string {
  const { kind, boundary, about, leg } = point
  const where = leg === undefined ? '' : leg === -1 ? ' at the destination' : ` of leg ${leg}`
  return `${kind}: ${boundary} ${about}${where}`
}
