import type { SolanaNetworkChain } from '#networks/network.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { nativeMint, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { type Blockhash, readBlockHeight, readBlockhash } from '../rpc/blockhash.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { computeUse, signatureLamports } from '../assets/costs.ts'
import { readStatuses } from '../rpc/history.ts'
import { encodeMessage, encodeTransaction } from '../codec/message.ts'
import { getAssociatedTokenAddress, getOrderAddress } from '../program/addresses.ts'
import { buildComputeBudgetInstructions, getPriorityLamports } from '../program/computeBudget.ts'
import { getEscrowErrorNumber } from '../program/errors.ts'
import type { SolanaInstruction } from '../program/instruction.ts'
import { buildRefundInstruction } from '../program/orderInstructions.ts'
import { decodeOrder } from '../program/state.ts'
import { buildCreateTokenAccountInstruction } from '../program/tokenInstructions.ts'
import { decodeHolding, isTokenProgram } from '../program/tokenState.ts'
import { parseProgramError } from '../errors/programError.ts'
import { type AccountData, readAccounts } from '../rpc/readAccounts.ts'
import { readPriorityPrice } from '../rpc/readPriorityPrice.ts'
import { getCanonicalBytes, decodeRent, rentAddress } from '../rpc/rent.ts'
import { sendTransaction, simulateTransaction } from '../rpc/sendTransaction.ts'

/** Whose deposit is given back, and who pays the cluster for it: anybody may. */
export type OwnRefund = {
  order: SolanaOrder
  chain: Pick<SolanaNetworkChain, 'program'>
  payer: SolanaAddress
}

/** What a refund takes of its payer, in lamports. */
export type RefundCost = {
  /** Signature and priority. */
  fee: bigint
  /** Of the depositor's token account, where that is missing; it stays the depositor's. */
  rent: bigint
  /** What the payer must hold: all of it, and what keeps its own account alive. */
  needed: bigint
  /** Of that, what keeps its account alive: it is not spent. */
  kept: bigint
  held: bigint
}

/** A refund that was tried and would succeed, for its payer to sign. */
export type RefundDraft = Pick<Blockhash, 'lastValidBlockHeight'> & {
  /** The bytes of a version 0 message. */
  message: Uint8Array
}

/** Why a refund cannot be sent now: it was settled meanwhile, its time has not come, or a reason. */
export type RefundError =
  | { fault: 'settled' | 'early' | 'short' }
  | { fault: 'refused'; why: string }

/**
 * Whether the depositor's own token account can take what it deposited. `unfit`: it is frozen, or was
 * given to somebody else.
 */
export type RefundReceiver = 'ready' | 'missing' | 'unfit'

/** How a sent refund stands. `expired`: it did not land and never can. */
export type RefundStatus = 'waiting' | 'succeeded' | 'failed' | 'expired'

const commitment = 'confirmed'

/** What taking an order back costs `payer` now. Runs in the browser. @throws ChainUnavailable */
export async function readRefundCost(client: SolanaClient, refund: OwnRefund): Promise<RefundCost> {
  const { cost } = await readParts(client, refund)
  return cost
}

/**
 * Whether a refund can arrive now: until it can, the service sends none, and it makes no account for the
 * depositor. Runs in the browser. Source: security rule 23.
 *
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function readRefundReceiver(
  client: SolanaClient,
  order: SolanaOrder,
): Promise<RefundReceiver> {
  if (order.token === nativeMint) return 'ready'
  const { accounts } = await readAccounts(client, [order.token], { commitment })
  const receiver = await readReceiver(client, {
    order,
    tokenProgram: findTokenProgram(accounts[0]),
  })
  return receiver?.standing ?? 'unfit'
}

/**
 * Writes the refund of an order by the clock, to the depositor's own account, and tries it. Runs in the
 * browser; nothing of the service is needed.
 *
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function prepareOwnRefund(
  client: SolanaClient,
  refund: OwnRefund,
): Promise<RefundDraft | RefundError> {
  const [parts, { blockhash, lastValidBlockHeight }] = await Promise.all([
    readParts(client, refund),
    // Wallets and nodes try it at finality.
    readBlockhash(client, { commitment: 'finalized' }),
  ])
  const { instructions, cost, isHeld, time } = parts
  if (!isHeld) return { fault: 'settled' }
  if (time < refund.order.refundAfter) return { fault: 'early' }
  if (cost.held < cost.needed) return { fault: 'short' }
  const message = encodeMessage({ feePayer: refund.payer, blockhash, instructions })
  const tried = await simulateTransaction(client, encodeTransaction(message, new Map()), {
    commitment,
  })
  return tried.err === null
    ? { message, lastValidBlockHeight }
    : findRefundError(tried, instructions)
}

/** Sends a refund that its payer signed. @returns Its signature, base58. */
export function sendOwnRefund(
  client: SolanaClient,
  {
    message,
    payer,
    signature,
  }: { message: Uint8Array; payer: SolanaAddress; signature: Uint8Array },
): Promise<string> {
  return sendTransaction(client, encodeTransaction(message, new Map([[payer, signature]])))
}

/** How a sent refund stands. @throws ChainUnavailable when the chain does not answer. */
export async function readRefundStatus(
  client: SolanaClient,
  { signature, lastValidBlockHeight }: { signature: string; lastValidBlockHeight: bigint },
): Promise<RefundStatus> {
  // First the height: what lands before it is in the answer that is asked for after it.
  const height = await readBlockHeight(client, { commitment: 'finalized' })
  const { statuses } = await readStatuses(client, [signature])
  const [status] = statuses
  if (!status) return height > lastValidBlockHeight ? 'expired' : 'waiting'
  if (status.err !== null) return 'failed'
  return status.commitment === 'processed' ? 'waiting' : 'succeeded'
}

async function readParts(client: SolanaClient, { order, chain, payer }: OwnRefund) {
  const place = getOrderAddress(order, chain.program)
  const isNative = order.token === nativeMint
  const { accounts, time } = await readAccounts(
    client,
    [place, payer, rentAddress, ...(isNative ? [] : [order.token])],
    { commitment },
  )
  const [account, wallet, rentAccount, mint] = accounts
  const held = account?.owner === chain.program ? decodeOrder(account.data) : undefined
  const rent = decodeRent(rentAccount)
  const tokenProgram = findTokenProgram(mint)
  const receiver = await readReceiver(client, { order, tokenProgram })
  const microLamports = await readPriorityPrice(client, [place])
  const budget = { units: computeUse.refund, microLamports }
  const fee = signatureLamports + getPriorityLamports(budget)
  const isMissing = receiver?.standing === 'missing'
  const made = isMissing ? rent(getCanonicalBytes(receiver.account.tokenProgram)) : 0n
  const instructions: SolanaInstruction[] = [
    ...buildComputeBudgetInstructions(budget),
    ...(isMissing ? [buildCreateTokenAccountInstruction(receiver.account, { payer })] : []),
    buildRefundInstruction(order, {
      program: chain.program,
      rentPayer: held?.rentPayer ?? payer,
      ...(tokenProgram !== undefined && { tokenProgram }),
      attestors: [],
    }),
  ]
  const cost: RefundCost = {
    fee,
    rent: made,
    needed: fee + made + rent(0),
    kept: rent(0),
    held: wallet?.lamports ?? 0n,
  }
  return { instructions, cost, time, isHeld: held?.state === 'held' }
}

function findTokenProgram(mint: AccountData | undefined): SolanaAddress | undefined {
  return mint && isTokenProgram(mint.owner) ? mint.owner : undefined
}

/** The depositor's canonical account, and how it stands; undefined for native coins. */
async function readReceiver(
  client: SolanaClient,
  { order, tokenProgram }: { order: SolanaOrder; tokenProgram: SolanaAddress | undefined },
) {
  if (tokenProgram === undefined) return undefined
  const account = { owner: order.depositor, mint: order.token, tokenProgram }
  const address = getAssociatedTokenAddress(order.depositor, account)
  const { accounts } = await readAccounts(client, [address], { commitment })
  const holding = accounts[0] && decodeHolding(accounts[0])
  return { account, standing: toRefundReceiver(holding, order.depositor) }
}

function toRefundReceiver(
  holding: ReturnType<typeof decodeHolding>,
  depositor: SolanaAddress,
): RefundReceiver {
  if (!holding) return 'missing'
  return holding.owner === depositor && !holding.isFrozen ? 'ready' : 'unfit'
}

function findRefundError(
  tried: { err: unknown; logs: readonly string[] },
  instructions: readonly SolanaInstruction[],
): RefundError {
  const { error } = parseProgramError(
    tried,
    instructions.map(({ programId }) => programId),
  )
  if (typeof error === 'string') return { fault: 'refused', why: error }
  if (error.custom === getEscrowErrorNumber('ORDER_NOT_HELD')) return { fault: 'settled' }
  // By the clock it needs no attestor, so that one is missed only before its time.
  if (error.custom === getEscrowErrorNumber('NOT_ATTESTED')) return { fault: 'early' }
  return { fault: 'refused', why: `refusal ${error.custom} of the escrow program` }
}
