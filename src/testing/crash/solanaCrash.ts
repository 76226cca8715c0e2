import { type ChainId, getEvmChainNumber } from '#protocol/ids/caip.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { Failpoint, FailpointContext } from '#service/executions/plan/failpoint.ts'
import type { StepLeg } from '#service/storage/tables/legColumn.ts'
import type { CrashStop } from './crashStops.ts'

/** Routes with Solana at one end at least. */
export type SolanaWorld =
  | 'from Solana'
  | 'to Solana'
  | 'both draw'
  | 'within Solana'
  | 'transfer'
  /** A contract call on an EVM chain, paid for on Solana. */
  | 'call'

type Where = '' | ' on Solana' | ' on EVM' | ' at the destination'

/** A failpoint where an execution is held when its process is killed. */
export type SolanaPoint = {
  world: SolanaWorld
  failpoint: Failpoint
  about: string
  where: Where
  /** Whether only refunded executions pass it. */
  isDoomed: boolean
}

const transaction = [
  'before sign',
  'after sign',
  'after broadcast',
  'before settle',
  'after settle',
] as const
const lasting = ['after sign', 'after broadcast'] as const
/** For EVM chains, where a nonce taken but not sent would hold up all others. */
const sent = ['after broadcast'] as const
const refusal = ['before refuse', 'after refuse'] as const
const storing = ['before store state', 'after store state'] as const
const resolved = ['before attest', 'after attest'] as const
const attesting = [
  'before bind',
  'after bind',
  'before store signature',
  'after store signature',
] as const

const doomed: ReadonlySet<string> = new Set([
  'cancel',
  'refund',
  'Cancelled',
  'cancelling',
  'refunding',
])

/**
 * Every failpoint with every action on Solana, and those of the attestor everywhere. On EVM chains
 * only those after a transaction is sent; the crash test of EVM chains covers the others.
 */
const points: readonly SolanaPoint[] = [
  ...buildPointsAcross('from Solana', [
    transaction,
    ['deposit', 'release', 'refund'],
    ' on Solana',
  ]),
  ...buildPointsAcross('from Solana', [
    [...resolved, ...attesting],
    ['Filled', 'Cancelled'],
    ' on Solana',
  ]),
  ...buildPointsAcross('from Solana', [sent, ['fill', 'cancel'], ' at the destination']),
  ...buildPointsAcross('from Solana', [refusal, ['fill'], ' at the destination']),
  ...buildPointsAcross('from Solana', [
    storing,
    ['filling', 'releasing', 'cancelling', 'refunding', 'done'],
    '',
  ]),
  ...buildPointsAcross('to Solana', [transaction, ['fill', 'cancel'], ' at the destination']),
  ...buildPointsAcross('to Solana', [refusal, ['fill'], ' at the destination']),
  ...buildPointsAcross('to Solana', [sent, ['deposit', 'release', 'refund'], ' on EVM']),
  ...buildPointsAcross('to Solana', [attesting, ['Filled', 'Cancelled'], ' on EVM']),
  ...buildPointsAcross('both draw', [sent, ['deposit', 'release', 'refund'], ' on EVM']),
  ...buildPointsAcross('both draw', [lasting, ['deposit', 'release', 'refund'], ' on Solana']),
  ...buildPointsAcross('both draw', [sent, ['fill', 'cancel'], ' at the destination']),
  ...buildPointsAcross('within Solana', [lasting, ['deposit', 'release', 'refund'], ' on Solana']),
  ...buildPointsAcross('within Solana', [lasting, ['fill', 'cancel'], ' at the destination']),
  ...buildPointsAcross('transfer', [transaction, ['deposit'], ' on Solana']),
  ...buildPointsAcross('transfer', [refusal, ['deposit'], ' on Solana']),
  ...buildPointsAcross('transfer', [storing, ['done'], '']),
]

/** Points before a deposit is sent come last, as its blockhash expires within a minute. */
export const solanaPoints: readonly SolanaPoint[] = points.toSorted(
  (a, b) => Number(isUnsent(a)) - Number(isUnsent(b)),
)

/** Whether a deposit signed by its user is not sent yet. */
export function isUnsent({ about, failpoint, where }: SolanaPoint): boolean {
  return about === 'deposit' && where === ' on Solana' && failpoint.endsWith('sign')
}

/** Every failpoint that a call paid for on Solana passes, on either side. */
export const callPoints: readonly SolanaPoint[] = [
  ...buildPointsAcross('call', [transaction, ['deposit', 'release', 'refund'], ' on Solana']),
  ...buildPointsAcross('call', [
    [...resolved, ...attesting],
    ['Filled', 'Cancelled'],
    ' on Solana',
  ]),
  ...buildPointsAcross('call', [transaction, ['grant', 'fill', 'cancel'], ' at the destination']),
  ...buildPointsAcross('call', [refusal, ['fill'], ' at the destination']),
  ...buildPointsAcross('call', [
    storing,
    ['filling', 'releasing', 'cancelling', 'refunding', 'done'],
    '',
  ]),
]

/** Whether a nonce of an EVM chain is taken but not sent, so that later ones wait for it. */
export function isHoldingUp({ failpoint, where }: SolanaPoint): boolean {
  return failpoint === 'after sign' && where === ' at the destination'
}

/** Where only one of two deposits is held. */
export const halfPoints: readonly SolanaPoint[] = buildPointsAcross('both draw', [
  storing,
  ['depositing'],
  '',
])

/** Where a refund by the clock is held, without an attestation. */
export const clockPoints: readonly SolanaPoint[] = buildPointsAcross('from Solana', [
  transaction,
  ['refund'],
  ' on Solana',
])

/** Actions on Solana whose transaction is lost once its blockhash expires. */
export const losable: readonly Omit<SolanaPoint, 'failpoint'>[] = [
  { world: 'from Solana', about: 'deposit', where: ' on Solana', isDoomed: false },
  { world: 'from Solana', about: 'release', where: ' on Solana', isDoomed: false },
  { world: 'from Solana', about: 'refund', where: ' on Solana', isDoomed: true },
  { world: 'to Solana', about: 'fill', where: ' at the destination', isDoomed: false },
  { world: 'to Solana', about: 'cancel', where: ' at the destination', isDoomed: true },
  { world: 'transfer', about: 'deposit', where: ' on Solana', isDoomed: false },
]

/** Where the loss is handled: fills and cancels are signed again, the others settled as lost. */
export function getLostPoints(one: (typeof losable)[number]): readonly SolanaPoint[] {
  const { about } = one
  return about === 'fill' || about === 'cancel'
    ? (['before sign', 'after sign'] as const).map((failpoint) => ({
        ...one,
        failpoint,
        about: `${about} anew`,
      }))
    : (['before settle', 'after settle'] as const).map((failpoint) => ({
        ...one,
        failpoint,
        about: `${about} lost`,
      }))
}

function buildPointsAcross(
  world: SolanaWorld,
  [failpoints, abouts, where]: readonly [readonly Failpoint[], readonly string[], Where],
): SolanaPoint[] {
  return failpoints.flatMap((failpoint) =>
    abouts.map((about) => {
      const isDoomed = doomed.has(about) || failpoint.endsWith('refuse')
      return { world, failpoint, about, where, isDoomed }
    }),
  )
}

/** The name of a point. */
export function getSolanaPointName({ world, ...point }: Omit<SolanaPoint, 'isDoomed'>): string {
  return `${world}: ${getPlaceName(point)}`
}

/** The part of a point's name after the route; undefined for actions on EVM chains. */
export function getSolanaAction(name: string): string | undefined {
  const [world = '', action = ''] = name.split(': ')
  if (action.endsWith(' on EVM')) return undefined
  const isElsewhere = world !== 'to Solana' && world !== 'within Solana'
  return isElsewhere && action.endsWith(' at the destination') ? undefined : action
}

/** The name of a point without its route. */
export function getPlaceName({
  failpoint,
  about,
  where,
}: Omit<SolanaPoint, 'isDoomed' | 'world'>): string {
  return `${failpoint} ${about}${where}`
}

/** Names a failpoint of an execution that involves Solana; undefined for others. */
export function getPassedName(
  failpoint: Failpoint,
  about: string,
  { plan, leg }: FailpointContext,
): string | undefined {
  const isOn = plan.legs.map(({ chainId }) => isSolana(chainId))
  const isTo = plan.destination && isSolana(plan.destination.chainId)
  if (!isOn.includes(true) && isTo !== true) return undefined
  const world = plan.destination?.kind === 'call' ? 'call' : getWorld(isOn, isTo)
  const where = leg === undefined ? '' : getPlace(leg, isOn)
  return getSolanaPointName({ world, failpoint, about, where })
}

function getPlace(leg: StepLeg, isOn: readonly boolean[]): SolanaPoint['where'] {
  if (leg === 'destination') return ' at the destination'
  return isOn[leg] === true ? ' on Solana' : ' on EVM'
}

function getWorld(isOn: readonly boolean[], isTo: boolean | undefined): SolanaWorld {
  if (isTo === undefined) return 'transfer'
  if (isOn.length > 1) return 'both draw'
  if (isOn[0] !== true) return 'to Solana'
  return isTo ? 'within Solana' : 'from Solana'
}

/** The stop that holds an execution at a point. */
export function stopAt({ failpoint, about, where }: SolanaPoint, quote: Quote): CrashStop {
  const stop = { quoteId: quote.id, failpoint, about }
  if (where === '') return stop
  if (where === ' at the destination') return { ...stop, leg: 'destination' }
  const isWanted = quote.originChainsOperations.map((one) => isEvmOperation(one))
  return { ...stop, leg: isWanted.indexOf(where === ' on EVM') }
}

function isSolana(chainId: ChainId): boolean {
  return getEvmChainNumber(chainId) === undefined
}
