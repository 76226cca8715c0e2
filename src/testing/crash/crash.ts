import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { AnyQuote } from '#protocol/quotes/quote.ts'
import type { Failpoint, FailpointContext } from '#service/executions/plan/failpoint.ts'
import type { StepLeg } from '#service/storage/tables/legColumn.ts'

/** How many operations an execution has, where its value goes, and who takes it there. */
export const crashKinds = ['one chain', 'two chains', 'same chain', 'arrival', 'call'] as const
/** One of {@link crashKinds}. */
export type CrashKind = (typeof crashKinds)[number]

/** A place in the work where a process kills itself. `leg`: undefined where it has none. */
export type CrashPoint = {
  kind: CrashKind
  failpoint: Failpoint
  about: string
  leg?: StepLeg
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
 * Every failpoint with every action and leg that passes it. Executions from one chain pass the same
 * as those from two: they are killed where a transaction lasts and its success is not known. So are
 * the deposits of calls; what is lent to them and their own operation is killed at everywhere.
 */
export const crashPoints: readonly CrashPoint[] = [
  ...buildCrossingPoints([0, 1]),
  ...buildPointsAcross('one chain', {
    failpoints: lasting,
    abouts: ['deposit', 'release', 'refund'],
    legs: [0],
  }),
  ...buildPointsAcross('one chain', {
    failpoints: lasting,
    abouts: ['fill', 'cancel'],
    legs: ['destination'],
  }),
  // Everything else is as with one chain: the account comes there before it is delivered to.
  ...buildPointsAcross('arrival', {
    failpoints: transaction,
    abouts: ['arrive'],
    legs: ['destination'],
  }),
  ...buildCallPoints(),
  ...buildPointsAcross('same chain', { failpoints: transaction, abouts: ['deposit'], legs: [0] }),
  ...buildPointsAcross('same chain', { failpoints: refusal, abouts: ['deposit'], legs: [0] }),
  ...buildPointsAcross('same chain', { failpoints: storing, abouts: ['done'], legs: [undefined] }),
]

function buildCrossingPoints(legs: readonly number[]): CrashPoint[] {
  const kind = 'two chains'
  const phases = ['filling', 'releasing', 'cancelling', 'refunding', 'done']
  return [
    ...buildPointsAcross(kind, {
      failpoints: transaction,
      abouts: ['deposit', 'release', 'refund'],
      legs,
    }),
    ...buildPointsAcross(kind, {
      failpoints: transaction,
      abouts: ['fill', 'cancel'],
      legs: ['destination'],
    }),
    ...buildPointsAcross(kind, { failpoints: refusal, abouts: ['fill'], legs: ['destination'] }),
    ...buildPointsAcross(kind, { failpoints: storing, abouts: phases, legs: [undefined] }),
    ...buildPointsAcross(kind, { failpoints: attesting, abouts: ['Filled', 'Cancelled'], legs }),
  ]
}

/** What is lent, the call's own operation, and the way back when that operation fails. */
function buildCallPoints(): CrashPoint[] {
  const kind = 'call'
  return [
    ...buildPointsAcross(kind, {
      failpoints: transaction,
      abouts: ['grant', 'fill', 'cancel'],
      legs: ['destination'],
    }),
    ...buildPointsAcross(kind, { failpoints: refusal, abouts: ['fill'], legs: ['destination'] }),
    ...buildPointsAcross(kind, {
      failpoints: storing,
      abouts: ['filling', 'cancelling'],
      legs: [undefined],
    }),
    ...buildPointsAcross(kind, { failpoints: lasting, abouts: ['release', 'refund'], legs: [0] }),
    ...buildPointsAcross(kind, {
      failpoints: attesting,
      abouts: ['Filled', 'Cancelled'],
      legs: [0],
    }),
  ]
}

function buildPointsAcross(
  kind: CrashKind,
  of: {
    failpoints: readonly Failpoint[]
    abouts: readonly string[]
    legs: readonly (StepLeg | undefined)[]
  },
): CrashPoint[] {
  return of.failpoints.flatMap((failpoint) =>
    of.abouts.flatMap((about) =>
      of.legs.map((leg) => ({
        kind,
        failpoint,
        about,
        ...(leg !== undefined && { leg }),
        isDoomed: doomed.has(about) || failpoint.endsWith('refuse'),
      })),
    ),
  )
}

/** What kind of execution a failpoint belongs to. */
export function getCrashKind({ plan }: FailpointContext): CrashKind {
  if (!plan.destination) return 'same chain'
  if (plan.destination.kind === 'call') return 'call'
  if (plan.destinationDeployment?.isDue) return 'arrival'
  return plan.legs.length === 1 ? 'one chain' : 'two chains'
}

/** A point in one line, for tables and comparisons. */
export function getCrashPointName(point: Omit<CrashPoint, 'isDoomed'>): string {
  const { kind, failpoint, about, leg } = point
  const where =
    leg === undefined ? '' : leg === 'destination' ? ' at the destination' : ` of leg ${leg}`
  return `${kind}: ${failpoint} ${about}${where}`
}
