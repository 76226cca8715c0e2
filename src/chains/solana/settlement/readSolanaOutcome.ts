import type { SolanaNetworkChain } from '#networks/network.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { TransactionOutcome, SolanaEcosystem } from '../../ports/settlementChain.ts'
import { classifyProgramError } from '../errors/classifyProgramError.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { getCommitment } from '../rpc/readAccounts.ts'
import { type LandedTransaction, readTransaction } from '../rpc/history.ts'
import {
  getAddresses,
  decodeMessage,
  decodeTransaction,
  type SolanaMessage,
} from '../codec/message.ts'
import { getAssociatedTokenAddress } from '../program/addresses.ts'
import { decodeInstruction } from '../program/decodeInstruction.ts'
import { decodeTransfer } from '../program/transferInstructions.ts'
import { parseProgramError } from '../errors/programError.ts'

/** Chain data needed to read an outcome. */
export type OutcomeChain = Pick<SolanaNetworkChain, 'program' | 'depth' | 'roles'>

/**
 * Reads the outcome of a transaction of the service once it counts; undefined before that, or when
 * it never landed. Rent of token accounts created for others is a cost; rent of orders and fill
 * records comes back.
 */
export async function readSolanaOutcome(
  client: SolanaClient,
  { chain, signature }: { chain: OutcomeChain; signature: string },
): Promise<TransactionOutcome<SolanaEcosystem> | undefined> {
  const landed = await readTransaction(client, signature, getCommitment(chain))
  if (!landed) return undefined
  const bytes = decodeTransaction(landed.bytes)?.message
  const message = bytes && decodeMessage(bytes)
  const isSuccess = landed.err === null
  const common = { hash: signature, block: landed.slot, isSuccess }
  if (!message) return { ...common, outcome: 'none', reason: null, sponsoredWei: landed.fee }
  const ofUser = isSuccess ? 'succeeded' : 'reverted'
  return {
    ...common,
    outcome: isOfUser(message, chain) ? ofUser : 'none',
    reason: isSuccess
      ? null
      : classifyProgramError({
          ...parseProgramError(
            landed,
            message.instructions.map(({ programId }) => programId),
          ),
          escrowProgram: chain.program,
        }),
    sponsoredWei: landed.fee + getRentPaid(message, { landed, chain }),
  }
}

/** Whether a message moves a user's funds: the service's own transfers come from the solver. */
function isOfUser({ instructions }: SolanaMessage, { program, roles }: OutcomeChain): boolean {
  return instructions.some((instruction) => {
    if (decodeInstruction(instruction, program)?.name === 'open') return true
    const transfer = decodeTransfer(instruction)
    return transfer !== undefined && transfer.from !== roles.solver
  })
}

/** Lamports that the executor paid into token accounts that did not exist before. */
function getRentPaid(
  message: SolanaMessage,
  { landed, chain }: { landed: LandedTransaction; chain: OutcomeChain },
): bigint {
  const addresses = getAddresses(message)
  const made = new Set<SolanaAddress>()
  for (const instruction of message.instructions) {
    const read = decodeInstruction(instruction, chain.program)
    if (read?.name !== 'createTokenAccount' || read.payer !== message.feePayer) continue
    made.add(getAssociatedTokenAddress(read.account.owner, read.account))
  }
  return [...made].reduce((sum, address) => {
    const index = addresses.indexOf(address)
    // The address may have held coins already; then only the rest of the rent was paid.
    const given = (landed.balancesAfter[index] ?? 0n) - (landed.balancesBefore[index] ?? 0n)
    return given > 0n ? sum + given : sum
  }, 0n)
}
