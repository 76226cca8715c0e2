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

/** An order to refund, and who pays the fees: anyone may. */
export type OwnRefund = {
  order: SolanaOrder
  chain: Pick<SolanaNetworkChain, 'program'>
  payer: SolanaAddress
}

/** What a refund costs its payer, lamports. */
export type RefundCost = {
  /** Signature and priority fee. */
  fee: bigint
  /** Rent of the depositor's token account if it is missing; it stays with the depositor. */
  rent: bigint
  /** What the payer must hold: the whole cost, and its own account's rent-exempt minimum. */
  needed: bigint
  /** The part of `needed` that is not spent: the payer's rent-exempt minimum. */
  reserved: bigint
  held: bigint
}

/** A refund that succeeded in simulation, for its payer to sign. */
export type RefundDraft = Pick<Blockhash, 'lastValidBlockHeight'> & {
  /** The bytes of a version 0 message. */
  message: Uint8Array
}

/** Why a refund cannot be sent now: already settled, not due yet, or a fail reason. */
export type RefundError =
  | { error: 'settled' | 'early' | 'short' }
  | { error: 'refused'; why: string }

/**
 * Whether the depositor's own token account can receive the refund. `unfit`: it is frozen or
 * belongs to somebody else.
 */
export type RefundReceiver = 'ready' | 'missing' | 'unfit'

/** Status of a sent refund. `expired`: it did not land and never can. */
export type RefundStatus = 'waiting' | 'succeeded' | 'failed' | 'expired'

const commitment = 'confirmed'

/** Reads what a refund costs `payer` now. Runs in the browser. @throws ChainUnavailableError */
export async function readRefundCost(client: SolanaClient, refund: OwnRefund): Promise<RefundCost> {
  const { cost } = await readParts(client, refund)
  return cost
}

/**
 * Reads whether a refund can be received now. Until it can, the service sends none, and it does not
 * create the depositor's account. Runs in the browser. Source: security rule 23.
 *
 * @throws ChainUnavailableError when the chain does not answer.
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
  return receiver?.status ?? 'unfit'
}

/**
 * Builds and simulates the refund that anyone may send after `refundAfter`, to the depositor's own
 * account. Runs in the browser, without the service.
 *
 * @throws ChainUnavailableError when the chain does not answer.
 */
export async function prepareOwnRefund(
  client: SolanaClient,
  refund: OwnRefund,
): Promise<RefundDraft | RefundError> {
  const [parts, { blockhash, lastValidBlockHeight }] = await Promise.all([
    readParts(client, refund),
    // Wallets and nodes simulate it at finality.
    readBlockhash(client, { commitment: 'finalized' }),
  ])
  const { instructions, cost, isHeld, time } = parts
  if (!isHeld) return { error: 'settled' }
  if (time < refund.order.refundAfter) return { error: 'early' }
  if (cost.held < cost.needed) return { error: 'short' }
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

/** Reads the status of a sent refund. @throws ChainUnavailableError */
export async function readRefundStatus(
  client: SolanaClient,
  { signature, lastValidBlockHeight }: { signature: string; lastValidBlockHeight: bigint },
): Promise<RefundStatus> {
  // Read the height first: whatever lands below it is visible to the read that follows.
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
  const isMissing = receiver?.status === 'missing'
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
    reserved: rent(0),
    held: wallet?.lamports ?? 0n,
  }
  return { instructions, cost, time, isHeld: held?.state === 'held' }
}

function findTokenProgram(mint: AccountData | undefined): SolanaAddress | undefined {
  return mint && isTokenProgram(mint.owner) ? mint.owner : undefined
}

/** The depositor's canonical account and its status; undefined for native coins. */
async function readReceiver(
  client: SolanaClient,
  { order, tokenProgram }: { order: SolanaOrder; tokenProgram: SolanaAddress | undefined },
) {
  if (tokenProgram === undefined) return undefined
  const account = { owner: order.depositor, mint: order.token, tokenProgram }
  const address = getAssociatedTokenAddress(order.depositor, account)
  const { accounts } = await readAccounts(client, [address], { commitment })
  const holding = accounts[0] && decodeHolding(accounts[0])
  return { account, status: toRefundReceiver(holding, order.depositor) }
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
  if (typeof error === 'string') return { error: 'refused', why: error }
  if (error.custom === getEscrowErrorNumber('ORDER_NOT_HELD')) return { error: 'settled' }
  // After `refundAfter` no attestor is needed, so this error means that it is too early.
  if (error.custom === getEscrowErrorNumber('NOT_ATTESTED')) return { error: 'early' }
  return { error: 'refused', why: `refusal ${error.custom} of the escrow program` }
}
