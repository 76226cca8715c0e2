import { z } from 'zod/mini'
import type { AttestedState } from '#chains/evm/settlement/evmKeys.ts'
import type { Network } from '#networks/network.ts'
import type { AnyOrder } from '#protocol/orders/anyOrder.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import {
  type AttestationRequest,
  bindAttestation,
  dropAttestationRequest,
  findAttestationRequest,
  openAttestationRequests,
  type OpenRequest,
  signAttestation,
} from '../../storage/executions/attestationRows.ts'
import { QuotedCall } from '#protocol/quotes/preparedTerms.ts'
import type { AnyQuote } from '#protocol/quotes/quote.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Storage } from '../../storage/database.ts'
import { type AttestorKeys, getAttestors, findAttestationSigner } from './attestationSigner.ts'
import type { OnFailpoint } from '../plan/failpoint.ts'
import { findForeignOrder } from '../guards/checkTerms.ts'
import { parseStoredQuote, parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import type {
  ExecutionPlan,
  PlanDestination,
  PlanLeg,
  SettlementChains,
} from '../plan/executionPlan.ts'
import { createPeriodicJob } from '../schedule/periodicJob.ts'
import { createAttestorReader, type DeliveryState, type AttestorReader } from './attestorReader.ts'

/** Attests what the destination chain shows: one verdict per order, never both. */
export type Attestor = {
  start: () => void
  stop: () => Promise<void>
  /** Looks for requests now. */
  wake: () => void
  /** Milliseconds since the last round began. */
  sinceRoundMs: () => number
  /** Checks one request against the chains and signs it, or says why not. */
  attest: (request: AttestationRequest) => Promise<AttestorResult>
}

/** The result of a request. `wait`: not true on the chain yet; `refused`: not to be signed. */
export type AttestorResult =
  | { kind: 'signed'; signature: Hex }
  | { kind: 'wait' | 'refused'; why: string }

/** Options of {@link createAttestor}. An attestor holds no keys besides its own. */
export type AttestorOptions = AttestorKeys & {
  storage: Storage
  network: Network
  chains: SettlementChains
  onError?: (error: unknown) => void
  onFailpoint?: OnFailpoint
}

const pollMs = 40
/** How long after the fill deadline, at depth, an open fill still counts as possible, seconds. */
const deadlineMarginSeconds = 5n

/**
 * Creates an attestor. Requests come from the database, which is not trusted: every hash is
 * computed here from the order's call data and verifiable terms, and only contract state at depth
 * counts. Source: security rules 3 and 7.
 */
export function createAttestor(options: AttestorOptions): Attestor {
  const { storage, onError = ignore } = options
  const subjects = new Map<string, AttestationSubject>()

  async function run(): Promise<undefined> {
    const open = await openAttestationRequests(storage, getAttestors(options))
    const hashes = new Set(open.map(({ orderHash }) => orderHash))
    for (const hash of subjects.keys()) if (!hashes.has(hash)) subjects.delete(hash)
    // One after the other, as the next one is mostly another deposit of the same quote.
    for (const { orderHash } of open) if (!subjects.has(orderHash)) await learn(orderHash)
    const known = open.flatMap(({ orderHash, ...asked }) => {
      const subject = subjects.get(orderHash)
      return subject ? [{ subject, ...asked }] : []
    })
    const reader = createAttestorReader(
      options.chains,
      known.map(({ subject }) => subject.leg),
    )
    await Promise.all(known.map((one) => verifyAndSign(options, reader, one).catch(onError)))
  }

  /** Reads all deposits of a quote from one of their requests, which are large. */
  async function learn(orderHash: string): Promise<void> {
    const request = await findAttestationRequest(storage, orderHash)
    const read = readSubjects(request, options)
    for (const subject of read?.subjects ?? []) subjects.set(subject.orderHash, subject)
    if (!subjects.has(orderHash)) await dropAttestationRequest(storage, orderHash)
  }

  const job = createPeriodicJob({ run, everyMs: pollMs, onError })
  return {
    start: job.start,
    stop: job.stop,
    wake: job.wake,
    sinceRoundMs: job.sinceRoundMs,
    attest: (request) => attestOrder(request, options),
  }
}

async function attestOrder(
  { verdict, request, orderHash }: AttestationRequest,
  options: AttestorOptions,
): Promise<AttestorResult> {
  const read = readSubjects(request, options)
  const subject = read?.subjects.find(({ leg }) => leg === read.asked)
  if (!read || !subject) {
    await dropAttestationRequest(options.storage, orderHash)
    return { kind: 'refused', why: 'The request does not fit together.' }
  }
  // The row's order hash is only the key of the request; it is not trusted.
  if (subject.orderHash !== orderHash)
    return { kind: 'refused', why: 'The request names another order.' }
  const reader = createAttestorReader(options.chains, [subject.leg])
  return verifyAndSign(options, reader, { subject, verdict, signing: read.signing })
}

/** Signs a verdict that is true on the chains, unless this attestor is bound to the other one. */
async function verifyAndSign(
  options: AttestorOptions,
  reader: AttestorReader,
  { subject, verdict, signing }: OpenAttestation,
): Promise<AttestorResult> {
  const { storage, onFailpoint = ignore } = options
  const { orderHash, destination, plan } = subject
  const { fillHash } = destination
  const signer = findAttestationSigner({ ...subject, verdict, signing }, options)
  if ('why' in signer) return { kind: 'refused', why: signer.why }
  const [origin, delivery] = await Promise.all([
    reader.order(subject.leg),
    reader.delivery(destination),
  ])
  if (origin !== 'held') {
    const why = `The order is ${origin}.`
    // Not deposited yet; any other state means that there is nothing left to attest.
    if (origin === 'none') return { kind: 'wait', why }
    await dropAttestationRequest(storage, orderHash)
    return { kind: 'refused', why }
  }
  if (!isStateTrue(verdict, { delivery, destination }))
    return { kind: 'wait', why: `The fill is ${delivery.fill}: not ${verdict}.` }
  const { attestor } = signer
  const place = { plan, leg: plan.legs.indexOf(subject.leg) }
  await onFailpoint('before bind', verdict, place)
  const bound = await bindAttestation(storage, { orderHash, attestor, verdict, fillHash })
  if (bound?.verdict !== verdict || bound.fillHash !== fillHash)
    return { kind: 'refused', why: `Already bound to ${bound?.verdict ?? 'nothing'}.` }
  await onFailpoint('after bind', verdict, place)
  const signature = await signer.sign()
  await onFailpoint('before store signature', verdict, place)
  await signAttestation(storage, { orderHash, attestor, signature })
  await onFailpoint('after store signature', verdict, place)
  return { kind: 'signed', signature }
}

/** A deposit to attest, decoded from the call data of its own request. */
type AttestationSubject = {
  plan: ExecutionPlan
  leg: PlanLeg
  order: AnyOrder
  orderHash: Hash
  destination: PlanDestination
}

type OpenAttestation = { subject: AttestationSubject } & Pick<OpenRequest, 'verdict' | 'signing'>

/** Every deposit of a request's quote, and the requested leg; undefined for an invalid request. */
function readSubjects(
  request: unknown,
  { network, chains }: AttestorOptions,
):
  | { subjects: readonly AttestationSubject[]; asked: PlanLeg | undefined; signing: unknown }
  | undefined {
  const { data: asked } = AttestationSubjects.safeParse(request)
  if (!asked) return undefined
  const plan = parsePlan(
    { quote: parseStoredQuote(asked.quote), call: asked.call },
    { network, chains },
  )
  const { destination } = plan ?? {}
  if (!plan || !destination) return undefined
  const subjects = plan.legs.flatMap((leg) => {
    const { order, orderHash } = leg
    return order && orderHash ? [{ plan, leg, order, orderHash, destination }] : []
  })
  return { subjects, asked: plan.legs[asked.leg], signing: asked.signing }
}

/**
 * The plan a request commits to; undefined when its parts do not match, or an order pays anybody
 * but the service or has other deadlines than the network's.
 */
function parsePlan(
  { quote, call }: { quote: AnyQuote; call: QuotedCall | undefined },
  { network, chains }: Pick<AttestorOptions, 'network' | 'chains'>,
): ExecutionPlan | undefined {
  try {
    const plan = parseExecutionPlan(quote, { network, chains, call })
    return findForeignOrder(plan, { quote, call, network }) === undefined ? plan : undefined
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

/**
 * Whether contract state supports the verdict. Past its deadline, an open fill counts as cancelled.
 */
function isStateTrue(
  verdict: AttestedState,
  { delivery, destination }: { delivery: DeliveryState; destination: PlanDestination },
): boolean {
  if (verdict === 'Filled') return delivery.fill === destination.fillHash
  const { fillDeadline } = destination
  const isOver = delivery.fill === 'open' && delivery.time > fillDeadline + deadlineMarginSeconds
  return delivery.fill === 'cancelled' || isOver
}

/** What a request for an attestation holds. */
const AttestationSubjects = z.object({
  quote: z.unknown(),
  leg: z.number(),
  call: z.optional(QuotedCall),
  /** What the chain needs to sign. */
  signing: z.optional(z.unknown()),
})

function ignore(): void {
  // The default for optional callbacks.
}
