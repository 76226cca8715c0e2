import type { SolanaNetworkChain } from '#networks/network.ts'
import { SolanaAddress } from '#protocol/ids/caip.ts'
import type { OperationIntent, PreparedOperation } from '../../ports/chain.ts'
import { ChainUnavailable } from '../../rpc/ChainUnavailable.ts'
import { assetMint } from '../assets/assetMint.ts'
import type { ProgramFailure } from '../errors/classifyProgramFailure.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { intentInstructions } from './intentInstructions.ts'
import {
  encodeMessage,
  encodeTransaction,
  type SolanaMessage,
  writableOf,
} from '../codec/message.ts'
import type { Mints } from '../assets/mints.ts'
import { associatedTokenAddress, programs } from '../program/addresses.ts'
import {
  type ComputeBudget,
  computeBudgetInstructions,
  mostComputeUnits,
} from '../program/computeBudget.ts'
import { type EscrowError, escrowErrorNumber } from '../program/errors.ts'
import type { SolanaInstruction } from '../program/instruction.ts'
import { decodeHolding, isTokenProgram } from '../program/tokenState.ts'
import type { TransferredToken } from '../program/transferInstructions.ts'
import { encodeFailure, programFailureOf } from '../errors/programFailure.ts'
import { readAccounts } from '../rpc/readAccounts.ts'
import { priorityPrices, readPriorityPrice } from '../rpc/readPriorityPrice.ts'
import { type Simulation, simulateTransaction } from '../rpc/sendTransaction.ts'
import { writeOperation } from '../codec/writeOperation.ts'

/** What operations of a chain are built with. */
export type OperationParts = {
  chain: Pick<SolanaNetworkChain, 'chainId' | 'program' | 'roles'>
  client: SolanaClient
  mints: Mints
  /** The newest finalized blockhash: once it is no longer valid at finalized, it never is again. */
  blockhash: () => Promise<string>
}

/** The making of a token account that was there when tried, and is gone when it counts. */
const accountUnits = 25_000
/** What the runtime says when the fee payer, who is the service, has nothing to pay with. */
const feePayerFaults = new Set(['AccountNotFound', 'InsufficientFundsForFee'])

/**
 * Builds the message that a user signs for one origin leg, and tries it out on the newest state.
 *
 * @returns The operation; or why its message would fail, as {@link encodeFailure} writes it.
 * @throws ChainUnavailable also when the service's own account cannot pay, or the blockhash has
 *   expired meanwhile: nothing is known about the operation then.
 */
export async function prepareOperation(
  intent: OperationIntent,
  parts: OperationParts,
): Promise<PreparedOperation> {
  const [blockhash, built] = await Promise.all([parts.blockhash(), instructionsOf(intent, parts)])
  if ('failure' in built) return { revertData: encodeFailure(built.failure) }
  const { instructions } = built
  const feePayer = parts.chain.roles.executor
  const draft = { feePayer, blockhash, instructions }
  const trial = withBudget(draft, { units: mostComputeUnits, microLamports: priorityPrices.least })
  const [simulation, microLamports] = await Promise.all([
    simulateTransaction(parts.client, encodeTransaction(encodeMessage(trial), new Map()), {
      commitment: 'confirmed',
    }),
    readPriorityPrice(parts.client, writableOf(trial)),
  ])
  if (simulation.err !== null) return { revertData: revertDataOf(simulation, { trial, parts }) }
  const units = limitOf(simulation, instructions)
  const message = withBudget(draft, { units, microLamports })
  return { operation: writeOperation(message, intent) }
}

/** A message with limit and price of its compute units at the head. */
export function withBudget(draft: SolanaMessage, budget: ComputeBudget): SolanaMessage {
  const instructions = [...computeBudgetInstructions(budget), ...draft.instructions]
  return { ...draft, instructions }
}

/** The limit for instructions that took so much when tried: a fifth more, and token accounts anew. */
export function limitOf(
  { unitsConsumed }: Pick<Simulation, 'unitsConsumed'>,
  instructions: readonly SolanaInstruction[],
): number {
  const made = instructions.filter(({ programId }) => programId === programs.associatedToken)
  const units = Math.ceil(Number(unitsConsumed) * 1.2) + 5_000 + made.length * accountUnits
  return Math.min(units, mostComputeUnits)
}

type Built = { instructions: readonly SolanaInstruction[] } | { failure: ProgramFailure }

async function instructionsOf(intent: OperationIntent, parts: OperationParts): Promise<Built> {
  const mint = assetMint(intent.assetType)
  const token = mint === undefined ? undefined : await parts.mints.find(mint)
  if (mint !== undefined && !token) return refusedBy(parts, 'WRONG_MINT')
  const { action } = intent
  if (action.kind === 'transfer' && (await isNoWallet(action.recipient, { ...parts, token })))
    return refusedBy(parts, 'BAD_RECIPIENT')
  return { instructions: intentInstructions(intent, { ...parts, token }) }
}

/** A token account is nobody's wallet, and one may be given away: what either gets is lost. */
async function isNoWallet(
  address: string,
  { token, client }: OperationParts & { token: TransferredToken | undefined },
): Promise<boolean> {
  const recipient = SolanaAddress.parse(address)
  const receiver = token ? associatedTokenAddress(recipient, token) : recipient
  const { accounts } = await readAccounts(client, [recipient, receiver], {
    commitment: 'confirmed',
  })
  const [wallet, received] = accounts
  const holder = received && decodeHolding(received)?.owner
  return (
    (wallet !== undefined && isTokenProgram(wallet.owner)) || (holder ?? recipient) !== recipient
  )
}

/** What the escrow program would say, where it is not asked. */
function refusedBy({ chain }: OperationParts, error: EscrowError): { failure: ProgramFailure } {
  return { failure: { error: { custom: escrowErrorNumber(error) }, programId: chain.program } }
}

function revertDataOf(
  simulation: Simulation,
  { trial, parts }: { trial: SolanaMessage; parts: OperationParts },
) {
  const { chainId } = parts.chain
  const programIds = trial.instructions.map(({ programId }) => programId)
  const failure = programFailureOf(simulation, programIds)
  if (failure.error === 'BlockhashNotFound')
    throw new ChainUnavailable(chainId, { reason: 'its finalized blockhash is not known there' })
  if (typeof failure.error === 'string' && feePayerFaults.has(failure.error))
    throw new ChainUnavailable(chainId, { reason: 'the executor has no coins for fees' })
  return encodeFailure(failure)
}
