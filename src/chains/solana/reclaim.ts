import type { Leftover as AnyLeftover, SolanaEcosystem } from '../settlementChain.ts'
import { fillAddress, orderAddressOf } from './program/addresses.ts'
import { closeFillInstruction } from './program/fillInstructions.ts'
import type { SolanaInstruction } from './program/instruction.ts'
import { closeOrderInstruction } from './program/orderInstructions.ts'
import { decodeFill, decodeOrder } from './program/state.ts'
import type { Quorum } from './quorum.ts'
import { type AccountData, readAccounts } from './readAccounts.ts'
import { broadcast, signTransaction, type SolanaKeys } from './transaction.ts'
import { writeMessage, type WriteParts } from './writeMessage.ts'

type Leftover = AnyLeftover<SolanaEcosystem>
type Parts = WriteParts & { quorum: Quorum; keys: SolanaKeys }

/** Accounts closed in one transaction. */
const mostAtOnce = 8

/**
 * Closes accounts of the escrow program that nobody can need any more, so that their rent comes back to
 * the executor. Which those are the program says itself: settled orders after their `refundAfter`,
 * records of fills after their time. Sent twice it does no harm.
 *
 * @returns Of each whether it is gone, at finality; what was just closed is gone a moment later.
 */
export async function reclaim(
  leftovers: readonly Leftover[],
  parts: Parts,
): Promise<readonly boolean[]> {
  const { client, chain, keys, quorum } = parts
  const { program } = chain
  const addresses = leftovers.map((one) =>
    one.kind === 'order' ? orderAddressOf(one.orderHash, program) : fillAddress(one, program),
  )
  const { time, accounts } = await readAccounts(client, addresses, { commitment: 'finalized' })
  const own = accounts.map((account) => (account?.owner === program ? account : undefined))
  const instructions = addresses.flatMap((address, index) => {
    const closing = closingOf(own[index], { ...parts, address, time })
    return closing ? [closing] : []
  })
  const now = instructions.slice(0, mostAtOnce)
  if (now.length > 0) {
    const { message, failed } = await writeMessage(now, parts)
    if (!failed) await broadcast(quorum, bytesOf(message, keys))
  }
  return own.map((account) => account === undefined)
}

function bytesOf(message: Uint8Array, keys: SolanaKeys): `0x${string}` {
  return signTransaction(message, { keys }).raw
}

/** What closes an account, if its time has come and its rent is the executor's. */
function closingOf(
  account: AccountData | undefined,
  { address, time, chain, senders }: Parts & { address: string; time: bigint },
): SolanaInstruction | undefined {
  const { program } = chain
  const order = account && decodeOrder(account.data)
  const record = account && decodeFill(account.data)
  const rentPayer = senders.executor
  if (order && order.rentPayer === rentPayer && order.state !== 'held' && time >= order.refundAfter)
    return closeOrderInstruction({ program, order: address, rentPayer })
  if (record && record.rentPayer === rentPayer && time >= record.closableAt)
    return closeFillInstruction({ program, record: address, rentPayer })
  return undefined
}
