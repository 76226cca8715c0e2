import type { SolanaNetworkChain } from '#networks/network.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { nativeMint } from '#protocol/orders/solanaOrder.ts'
import type { Payout, SolanaEcosystem } from '../../ports/settlementChain.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { decodeMessage, encodeMessage, type SolanaMessage } from '../codec/message.ts'
import type { Mints } from '../assets/mints.ts'
import { getAssociatedTokenAddress, getOrderAddress } from '../program/addresses.ts'
import { encodeHex, decodeHex } from '../program/bytes.ts'
import {
  buildComputeBudgetInstructions,
  maxComputeUnits,
  readComputeBudget,
} from '../program/computeBudget.ts'
import { decodeInstruction } from '../program/decodeInstruction.ts'
import { isSameInstruction, type SolanaInstruction } from '../program/instruction.ts'
import { buildRefundInstruction, buildReleaseInstruction } from '../program/orderInstructions.ts'
import { decodeOrder } from '../program/state.ts'
import { buildCreateTokenAccountInstruction } from '../program/tokenInstructions.ts'
import { decodeHolding, isTokenProgram } from '../program/tokenState.ts'
import { readAccounts } from '../rpc/readAccounts.ts'
import { priorityPrices } from '../rpc/readPriorityPrice.ts'

/** With this many seconds left until anyone may refund, a release is not urgent. */
const calmSeconds = 540n
/** Seconds between raises of the limit; the factor of each raise; the number of raises. */
const stageSeconds = 60n
const stageFactor = 4n
const maxStages = 5n

/** Highest price ever offered per compute unit, millionths of a lamport: about 100 lamports. */
export const maxReleasePrice = priorityPrices.max * stageFactor ** maxStages

/**
 * Returns a release's highest price per compute unit; it rises as the refund time nears.
 *
 * A depositor who received the fill gets both sides if no release lands before `refundAfter`.
 * Blocks limit the writes to one account and favour whoever pays most, so with a constant limit the
 * depositor could outbid every release for less than the deposit is worth. The price offered
 * follows what others pay, so the limit matters only under such an attack.
 *
 * @param secondsLeft - Until the order's `refundAfter`.
 */
export function getReleasePriceLimit(secondsLeft: bigint): bigint {
  if (secondsLeft >= calmSeconds) return priorityPrices.max
  const left = secondsLeft > 0n ? secondsLeft : 0n
  const stage = (calmSeconds - left - 1n) / stageSeconds + 1n
  return priorityPrices.max * stageFactor ** (stage < maxStages ? stage : maxStages)
}

/** A release or refund of an order; no attestors in a refund after `refundAfter`. */
export type SolanaPayout = Payout<SolanaEcosystem>

/** Chain data needed for a payout. */
export type PayoutChain = Pick<SolanaNetworkChain, 'program' | 'roles'>

/** Accounts through which a token payout goes. */
type TokenPlace = { tokenProgram: SolanaAddress; rentPayer: SolanaAddress }

/**
 * Builds the instructions of a payout: for a release, the creation of the service's own missing
 * token accounts, then the release or refund.
 *
 * The depositor's account is never created: the deposit came from it, so whoever lacks it has
 * closed it and kept its rent. The refund waits for it, see {@link hasReceiver}; its owner can
 * create it in a refund of their own. Source: security rule 23.
 *
 * A vault's rent goes back to whoever paid it, as the order records: users may deposit in
 * transactions of their own.
 *
 * @throws Error when the order's token does not exist.
 */
export async function buildPayoutInstructions(
  payout: SolanaPayout,
  { chain, client, mints }: { chain: PayoutChain; client: SolanaClient; mints: Mints },
): Promise<readonly SolanaInstruction[]> {
  const { order } = payout
  const { program } = chain
  if (order.token === nativeMint)
    return [buildSettleInstruction(payout, { chain, tokens: undefined })]
  const token = await mints.find(order.token)
  if (!token) throw new Error(`${order.token} is not a token.`)
  const own = getOwnWallets(payout)
  const addresses = [
    getOrderAddress(order, program),
    ...own.map((owner) => getAssociatedTokenAddress(owner, token)),
  ]
  const { accounts } = await readAccounts(client, addresses, { commitment: 'confirmed' })
  const [held, ...receivers] = accounts
  const rentPayer = held && decodeOrder(held.data)?.rentPayer
  const tokens = { ...token, rentPayer: rentPayer ?? chain.roles.executor }
  const missing = own.filter((_, index) => {
    const receiver = receivers[index]
    return !receiver || !decodeHolding(receiver)
  })
  return [
    ...missing.map((owner) => buildAccountCreation(owner, { payout, chain, tokens })),
    buildSettleInstruction(payout, { chain, tokens }),
  ]
}

/**
 * Whether a payout can be received: a token refund cannot while the depositor's canonical account
 * is closed, frozen or someone else's.
 */
export async function hasReceiver(
  { kind, order }: SolanaPayout,
  { client, mints }: { client: SolanaClient; mints: Mints },
): Promise<boolean> {
  if (kind === 'release' || order.token === nativeMint) return true
  const token = await mints.find(order.token)
  if (!token) return false
  const address = getAssociatedTokenAddress(order.depositor, token)
  const { accounts } = await readAccounts(client, [address], { commitment: 'confirmed' })
  const holding = accounts[0] && decodeHolding(accounts[0])
  return holding?.owner === order.depositor && !holding.isFrozen
}

/**
 * Returns the highest priority price a payout may offer now. Only releases race their depositor.
 *
 * @throws ChainUnavailableError when the chain does not answer.
 */
export async function getPayoutPriceLimit(
  { kind, order }: SolanaPayout,
  { client }: { client: SolanaClient },
): Promise<bigint> {
  if (kind === 'refund') return priorityPrices.max
  const { time } = await readAccounts(client, [], { commitment: 'confirmed' })
  return getReleasePriceLimit(order.refundAfter - time)
}

/**
 * Describes why a message is not what this chain would build for a payout; undefined when it is.
 * Free to differ are only which receivers' accounts it creates, who gets the vault's rent (the
 * program checks it), and the priority price, up to a limit.
 */
export function findPayoutError(
  message: Hex,
  { payout, chain }: { payout: SolanaPayout; chain: PayoutChain },
): string | undefined {
  const bytes = decodeHex(message)
  const decoded = decodeMessage(bytes)
  if (!decoded) return 'The message is in no form of ours.'
  if (decoded.feePayer !== chain.roles.executor) return 'Another key than the executor pays.'
  const parts = readComputeBudget(decoded.instructions)
  if (!parts) return 'The message does not begin with its compute budget.'
  const { units, microLamports } = parts.budget
  const maxPrice = payout.kind === 'release' ? maxReleasePrice : priorityPrices.max
  if (units > maxComputeUnits || microLamports > maxPrice)
    return 'The message offers more than is paid for priority.'
  const wanted = buildExpectedPayout(parts.others, { payout, chain })
  const same = wanted && [...buildComputeBudgetInstructions(parts.budget), ...wanted]
  if (!same || encodeHex(encodeMessage({ ...decoded, instructions: same })) !== message)
    return `The message is not the ${payout.kind} of this order.`
  return undefined
}

/** The payout as it would be built with the choices made in the given instructions. */
function buildExpectedPayout(
  given: SolanaMessage['instructions'],
  { payout, chain }: { payout: SolanaPayout; chain: PayoutChain },
): readonly SolanaInstruction[] | undefined {
  const last = given.at(-1)
  const read = last && decodeInstruction(last, chain.program)
  if (read?.name !== payout.kind) return undefined
  const { tokens } = read
  if ((tokens === undefined) !== (payout.order.token === nativeMint)) return undefined
  if (!tokens) return [buildSettleInstruction(payout, { chain, tokens })]
  if (!isTokenProgram(tokens.tokenProgram)) return undefined
  const made = getOwnWallets(payout)
    .map((owner) => buildAccountCreation(owner, { payout, chain, tokens }))
    .filter((creation) => given.some((instruction) => isSameInstruction(instruction, creation)))
  return [...made, buildSettleInstruction(payout, { chain, tokens })]
}

/** Wallets whose token accounts a payout may create: only the service's own. */
function getOwnWallets({ kind, order }: SolanaPayout): readonly SolanaAddress[] {
  if (kind === 'refund') return []
  const owners = order.fee > 0n ? [order.payee, order.feeReceiver] : [order.payee]
  return [...new Set(owners)]
}

type PayoutContext = { payout: SolanaPayout; chain: PayoutChain; tokens: TokenPlace }

function buildAccountCreation(
  owner: SolanaAddress,
  { payout, chain, tokens: { tokenProgram } }: PayoutContext,
): SolanaInstruction {
  const account = { owner, mint: payout.order.token, tokenProgram }
  return buildCreateTokenAccountInstruction(account, { payer: chain.roles.executor })
}

function buildSettleInstruction(
  { kind, order, attestors }: SolanaPayout,
  { chain, tokens }: { chain: PayoutChain; tokens: TokenPlace | undefined },
): SolanaInstruction {
  const place = {
    program: chain.program,
    rentPayer: tokens?.rentPayer ?? chain.roles.executor,
    ...(tokens && { tokenProgram: tokens.tokenProgram }),
    attestors,
  }
  return kind === 'release'
    ? buildReleaseInstruction(order, place)
    : buildRefundInstruction(order, place)
}
