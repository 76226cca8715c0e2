import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { AnyQuote } from '#protocol/quotes/quote.ts'
import type { Failpoint, FailpointContext } from '#service/executions/plan/failpoint.ts'
import type { StepLeg } from '#service/storage/tables/legColumn.ts'

/** Kinds of executions: by number of origin operations, destination, and way of delivery. */
export const crashKinds = ['one chain', 'two chains', 'same chain', 'arrival', 'call'] as const
/** One of {@link crashKinds}. */
export type CrashKind = (typeof crashKinds)[number]

/** A failpoint where a process kills itself; `leg` is undefined if the failpoint has none. */
export type CrashPoint = {
  kind: CrashKind
  failpoint: Failpoint
  about: string
  leg?: StepLeg
  /** Whether only refunded executions pass it. */
  isDoomed: boolean
}

/** An execution to run; a doomed call is one whose simulation is refused. */
export type CrashCase = Pick<CrashPoint, 'kind' | 'isDoomed'> & Partial<CrashPoint>

/** An accepted execution with an account of its own. */
export type FedExecution = CrashCase & {
  quote: AnyQuote
  account: EvmAddress
  recipient: EvmAddress
  /** Its id in the contracts. */
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
 * as those from two, so they are killed only where a transaction is stored and its outcome unknown.
 * The same holds for deposits of calls; their grant and operation are killed everywhere.
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
  // Everything else is as with one chain; the account is deployed before the fill.
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

/** The grant, the call's own operation, and the refund when that operation fails. */
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

/** The kind of the execution that passes a failpoint. */
export function getCrashKind({ plan }: FailpointContext): CrashKind {
  if (!plan.destination) return 'same chain'
  if (plan.destination.kind === 'call') return 'call'
  if (plan.destinationDeployment?.isDue) return 'arrival'
  return plan.legs.length === 1 ? 'one chain' : 'two chains'
}

/** The name of a point, for tables and comparisons. */
export function getCrashPointName(point: Omit<CrashPoint, 'isDoomed'>): string {
  const { kind, failpoint, about, leg } = point
  const where =
    leg === undefined ? '' : leg === 'destination' ? ' at the destination' : ` of leg ${leg}`
  return `${kind}: ${failpoint} ${about}${where}`
}
