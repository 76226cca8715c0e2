import type {
  ReclaimableAccount as AnyLeftover,
  OnReclaimError,
  SolanaEcosystem,
} from '../../ports/settlementChain.ts'
import { getFillAddress, getOrderAddressByHash } from '../program/addresses.ts'
import { buildCloseFillInstruction } from '../program/fillInstructions.ts'
import type { SolanaInstruction } from '../program/instruction.ts'
import { buildCloseOrderInstruction } from '../program/orderInstructions.ts'
import { decodeFill, decodeOrder } from '../program/state.ts'
import { describeProgramError } from '../errors/programError.ts'
import type { SolanaQuorum } from './quorum.ts'
import { type AccountData, readAccounts } from '../rpc/readAccounts.ts'
import { broadcast, signTransaction, type SolanaSenderKeys } from './transaction.ts'
import { writeMessage, type MessageContext } from './writeMessage.ts'

type Leftover = AnyLeftover<SolanaEcosystem>
type ReclaimContext = MessageContext & { quorum: SolanaQuorum; keys: SolanaSenderKeys }

/** Maximum accounts closed in one transaction. */
export const maxReclaimed = 8

/**
 * Closes accounts of the escrow program that are no longer needed, so that their rent returns to
 * the executor. The program decides which may be closed: settled orders after their `refundAfter`,
 * fill records when due. Sending it twice does no harm, and an account that cannot be closed does
 * not keep others open.
 *
 * @param reclaimable - At most {@link maxReclaimed}.
 * @returns Whether each account is gone, at finality; one just closed is gone a moment later.
 */
export async function reclaim(
  reclaimable: readonly Leftover[],
  { onError, ...context }: ReclaimContext & { onError?: OnReclaimError | undefined },
): Promise<readonly boolean[]> {
  const { client, chain } = context
  const { program } = chain
  const addresses = reclaimable.map((one) =>
    one.kind === 'order'
      ? getOrderAddressByHash(one.orderHash, program)
      : getFillAddress(one, program),
  )
  const [final, now] = await Promise.all([
    readAccounts(client, addresses, { commitment: 'finalized' }),
    readAccounts(client, addresses, { commitment: 'confirmed' }),
  ])
  // Skip what was closed a moment ago.
  const closings = addresses.map((address, index) =>
    findClosing(ofProgram(now.accounts[index]), { ...context, address, time: now.time }),
  )
  const due = closings.flatMap((closing) => closing ?? [])
  const failed = due.length > 0 && (await close(due, context)) !== undefined
  // One by one, so that an account that cannot be closed does not keep others open.
  for (const [index, closing] of failed ? closings.entries() : []) {
    const why = closing && (await close([closing], context))
    if (why !== undefined) onError?.(index, why)
  }
  return final.accounts.map((account) => ofProgram(account) === undefined)

  function ofProgram(account: AccountData | undefined): AccountData | undefined {
    return account?.owner === program ? account : undefined
  }
}

/** Sends a transaction that closes accounts; returns the error when it would fail. */
async function close(
  closings: readonly SolanaInstruction[],
  context: ReclaimContext,
): Promise<string | undefined> {
  const { message, failed } = await writeMessage(closings, context)
  if (failed) return describeProgramError(failed.revertData) ?? failed.refused
  await broadcast(context.quorum, encodeTransactionHex(message, context.keys))
  return undefined
}

function encodeTransactionHex(message: Uint8Array, keys: SolanaSenderKeys): `0x${string}` {
  return signTransaction(message, { keys }).raw
}

/** The instruction that closes an account, if it is due and its rent is the executor's. */
function findClosing(
  account: AccountData | undefined,
  { address, time, chain, senders }: ReclaimContext & { address: string; time: bigint },
): SolanaInstruction | undefined {
  const { program } = chain
  const order = account && decodeOrder(account.data)
  const record = account && decodeFill(account.data)
  const rentPayer = senders.executor
  if (order && order.rentPayer === rentPayer && order.state !== 'held' && time >= order.refundAfter)
    return buildCloseOrderInstruction({ program, order: address, rentPayer })
  if (record && record.rentPayer === rentPayer && time >= record.closableAt)
    return buildCloseFillInstruction({ program, record: address, rentPayer })
  return undefined
}
