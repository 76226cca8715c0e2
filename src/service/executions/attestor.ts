import { setTimeout as wait } from 'node:timers/promises'

import type { Network } from '#networks/network.ts'
import { addressKey } from '#protocol/account.ts'
import { type EvmAddress, evmChainNumber } from '#protocol/caip.ts'
import { Hash, type Hex } from '#protocol/hex.ts'
import {
  type AttestationRequest,
  bindAttestation,
  dropAttestationRequest,
  openAttestationRequests,
  signAttestation,
  type Verdict,
} from '../storage/attestationRows.ts'
import { QuotedCall } from '#protocol/preparedTerms.ts'
import { ServiceError } from '../ServiceError.ts'
import type { Storage } from '../storage/database.ts'
import { parseStoredQuote } from './parseStoredQuote.ts'
import { type Plan, type PlanDestination, type SettlementChains, settlementOf } from './plan.ts'
import { planOf } from './planOf.ts'

/** Says what it saw on the destination chain, once for each order, and never both things. */
export type Attestor = {
  start: () => void
  stop: () => Promise<void>
  /** Looks for requests now. */
  nudge: () => void
  /** Checks one request against the chains and signs it; why not, when it does not hold. */
  attest: (request: AttestationRequest) => Promise<AttestorAnswer>
}

/** What came of a request. `wait`: not (yet) true on the chain; `refused`: can never be. */
export type AttestorAnswer =
  | { kind: 'signed'; signature: Hex }
  | { kind: 'wait' | 'refused'; why: string }

/** Signs a verdict for the escrow of an origin chain. See `signVerdict` in chains/evm. */
export type SignVerdict = (
  verdict: Verdict,
  about: { chainNumber: number; escrow: Hex; orderHash: Hash; fillHash: Hash },
) => Promise<Hex>

/** What an attestor is made of. It reads chains and signs; it holds no other key. */
export type AttestorOptions = {
  storage: Storage
  network: Network
  chains: SettlementChains
  /** Address of the key that signs. */
  attestor: EvmAddress
  sign: SignVerdict
  onError?: (error: unknown) => void
}

const pollMs = 40
/** Past the fill deadline at depth, a fill can still not be said dead for this long, seconds. */
const deadlineMarginSeconds = 5n

/**
 * Makes an attestor. Requests come through the database, which is not trusted: every hash is
 * computed here from the order's own call data and the verifiable terms beside it, and what counts
 * is contract state at depth. Source: security rules 3 and 7.
 */
export function createAttestor(options: AttestorOptions): Attestor {
  const { storage, onError = ignore } = options
  const state = { isStopped: false, loop: Promise.resolve(), wake: new AbortController() }

  async function loop(): Promise<void> {
    while (!state.isStopped) {
      await round().catch(onError)
      await wait(pollMs, undefined, { signal: state.wake.signal }).catch(ignore)
      if (state.wake.signal.aborted) state.wake = new AbortController()
    }
  }

  async function round(): Promise<void> {
    const requests = await openAttestationRequests(storage, addressKey(options.attestor))
    const answers = requests.map((request) => attest(request, options).catch(onError))
    await Promise.all(answers)
  }

  return {
    start() {
      state.loop = loop()
    },
    async stop() {
      state.isStopped = true
      state.wake.abort()
      await state.loop
    },
    nudge: () => state.wake.abort(),
    attest: (request) => attest(request, options),
  }
}

async function attest(
  { verdict, request, orderHash }: AttestationRequest,
  options: AttestorOptions,
): Promise<AttestorAnswer> {
  const seen = await examine({ verdict, request }, options)
  if (seen.kind === 'refused') await dropAttestationRequest(options.storage, orderHash)
  if (seen.kind !== 'true') return seen
  // The row's own hash is a name for the request, nothing more.
  if (seen.orderHash !== orderHash)
    return { kind: 'refused', why: 'The request names another order.' }
  const { storage, sign } = options
  const { fillHash, chainNumber, escrow } = seen
  const attestor = addressKey(options.attestor)
  const bound = await bindAttestation(storage, { orderHash, attestor, verdict, fillHash })
  if (bound?.verdict !== verdict || bound.fillHash !== fillHash)
    return { kind: 'refused', why: `Already bound to ${bound?.verdict ?? 'nothing'}.` }
  const signature = await sign(verdict, {
    chainNumber,
    escrow,
    orderHash: seen.orderHash,
    fillHash,
  })
  await signAttestation(storage, { orderHash, attestor, signature })
  return { kind: 'signed', signature }
}

type Seen =
  | { kind: 'true'; orderHash: Hash; fillHash: Hash; chainNumber: number; escrow: Hex }
  | { kind: 'wait' | 'refused'; why: string }

async function examine(
  { verdict, request }: { verdict: Verdict; request: unknown },
  { network, chains }: AttestorOptions,
): Promise<Seen> {
  const asked = readRequest(request)
  if (!asked) return { kind: 'refused', why: 'The request is none.' }
  const plan = planIn(asked, { network, chains })
  if (!plan) return { kind: 'refused', why: 'The request does not fit together.' }
  const leg = plan.legs[asked.leg]
  const chain = network.chains.find(({ chainId }) => chainId === leg?.chainId)
  const { destination } = plan
  if (!destination || !leg?.order || !leg.orderHash || !chain)
    return { kind: 'refused', why: 'There is no such deposit.' }
  const [origin, delivery] = await Promise.all([
    readOrder(leg.orderHash, settlementOf(chains, leg.chainId)),
    readDelivery(destination, chains),
  ])
  if (origin !== 'held')
    // Not yet deposited, or paid out already: then there is nothing left to say.
    return { kind: origin === 'none' ? 'wait' : 'refused', why: `The order is ${origin}.` }
  if (!isTrue(verdict, { delivery, destination }))
    return { kind: 'wait', why: `The fill is ${delivery.fill}: not ${verdict}.` }
  return {
    kind: 'true',
    orderHash: leg.orderHash,
    fillHash: destination.fillHash,
    chainNumber: evmChainNumber(leg.chainId) ?? 0,
    escrow: chain.contracts.originEscrow,
  }
}

/** What a request commits to; undefined when its parts were not made for each other. */
function planIn(
  { quote, call }: NonNullable<ReturnType<typeof readRequest>>,
  parts: Pick<AttestorOptions, 'network' | 'chains'>,
): Plan | undefined {
  try {
    return planOf(quote, { ...parts, ...(call && { call }) })
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

type Delivery = { fill: string; time: bigint }

/** The contract's word decides; a passed deadline counts as a cancel only while nothing is filled. */
function isTrue(
  verdict: Verdict,
  { delivery, destination }: { delivery: Delivery; destination: PlanDestination },
): boolean {
  if (verdict === 'Filled') return delivery.fill === destination.fillHash
  const { fillDeadline } = destination
  const isOver = delivery.fill === 'open' && delivery.time > fillDeadline + deadlineMarginSeconds
  return delivery.fill === 'cancelled' || isOver
}

type Chain = ReturnType<typeof settlementOf>

async function readOrder(orderHash: Hash, chain: Chain): Promise<string> {
  const question = { orders: [orderHash], nonces: [], fills: [] }
  const { orders } = await chain.readState(question, await settledBlock(chain))
  return orders[0] ?? 'none'
}

async function readDelivery(
  destination: PlanDestination,
  chains: SettlementChains,
): Promise<Delivery> {
  const chain = settlementOf(chains, destination.chainId)
  const fills = [{ solver: destination.solver, fillId: destination.fillId }]
  const state = await chain.readState({ orders: [], nonces: [], fills }, await settledBlock(chain))
  return { fill: state.fills[0] ?? 'open', time: state.block.time }
}

async function settledBlock(chain: Chain): Promise<bigint> {
  const { number } = await chain.readHead()
  const back = BigInt(chain.depth - 1)
  return number > back ? number - back : 0n
}

function readRequest(request: unknown) {
  if (typeof request !== 'object' || request === null) return undefined
  if (!('quote' in request) || !('leg' in request)) return undefined
  const { leg } = request
  if (typeof leg !== 'number') return undefined
  const call = 'call' in request ? QuotedCall.parse(request.call) : undefined
  return { quote: parseStoredQuote(request.quote), leg, call }
}

function ignore(): void {
  // Composition gives a listener where somebody listens.
}
