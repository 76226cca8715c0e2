import type { SolanaNetworkChain } from '#networks/network.ts'
import { SolanaAddress } from '#protocol/ids/caip.ts'
import type { OperationIntent, PreparedOperation } from '../../ports/chain.ts'
import { ChainUnavailableError } from '../../rpc/ChainUnavailableError.ts'
import { getAssetMint, type Mints } from '../assets/mints.ts'
import type { ProgramError } from '../errors/classifyProgramError.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { buildIntentInstructions } from './buildIntentInstructions.ts'
import {
  encodeMessage,
  encodeTransaction,
  type SolanaMessage,
  getWritableAccounts,
} from '../codec/message.ts'
import { getAssociatedTokenAddress, programs } from '../program/addresses.ts'
import {
  type ComputeBudget,
  buildComputeBudgetInstructions,
  maxComputeUnits,
} from '../program/computeBudget.ts'
import { type EscrowError, getEscrowErrorNumber } from '../program/errors.ts'
import type { SolanaInstruction } from '../program/instruction.ts'
import { decodeHolding, isTokenProgram } from '../program/tokenState.ts'
import type { TransferredToken } from '../program/transferInstructions.ts'
import { encodeProgramError, parseProgramError } from '../errors/programError.ts'
import { readAccounts } from '../rpc/readAccounts.ts'
import { priorityPrices, readPriorityPrice } from '../rpc/readPriorityPrice.ts'
import { type Simulation, simulateTransaction } from '../rpc/sendTransaction.ts'
import { writeOperation } from '../codec/writeOperation.ts'

/** What building an operation needs. */
export type OperationContext = {
  chain: Pick<SolanaNetworkChain, 'chainId' | 'program' | 'roles'>
  client: SolanaClient
  mints: Mints
  /** Returns the newest finalized blockhash; once that is invalid at finalized, it has expired. */
  blockhash: () => Promise<string>
}

/** Compute units to create a token account that existed in simulation and is gone on execution. */
const accountUnits = 25_000
/** Runtime errors when the fee payer, which is the service, has no funds. */
const feePayerErrors = new Set(['AccountNotFound', 'InsufficientFundsForFee'])

/**
 * Builds the message that a user signs for one origin leg and simulates it on the latest state.
 *
 * @returns The operation, or the error it would fail with, as {@link encodeProgramError} writes it.
 * @throws ChainUnavailableError also when the service's fee payer has no funds, or the blockhash
 *   has expired meanwhile: neither says anything about the operation.
 */
export async function prepareOperation(
  intent: OperationIntent,
  context: OperationContext,
): Promise<PreparedOperation> {
  const [blockhash, built] = await Promise.all([
    context.blockhash(),
    buildInstructions(intent, context),
  ])
  if ('error' in built) return { revertData: encodeProgramError(built.error) }
  const { instructions } = built
  const feePayer = context.chain.roles.executor
  const draft = { feePayer, blockhash, instructions }
  const trial = withBudget(draft, { units: maxComputeUnits, microLamports: priorityPrices.min })
  const [simulation, microLamports] = await Promise.all([
    simulateTransaction(context.client, encodeTransaction(encodeMessage(trial), new Map()), {
      commitment: 'confirmed',
    }),
    readPriorityPrice(context.client, getWritableAccounts(trial)),
  ])
  if (simulation.err !== null) return { revertData: toRevertData(simulation, { trial, context }) }
  const units = getUnitLimit(simulation, instructions)
  const message = withBudget(draft, { units, microLamports })
  return { operation: writeOperation(message, intent) }
}

/** Prepends the compute budget, limit and price, to a message. */
export function withBudget(draft: SolanaMessage, budget: ComputeBudget): SolanaMessage {
  const instructions = [...buildComputeBudgetInstructions(budget), ...draft.instructions]
  return { ...draft, instructions }
}

/** Compute unit limit: simulated use plus a fifth, and room to create token accounts again. */
export function getUnitLimit(
  { unitsConsumed }: Pick<Simulation, 'unitsConsumed'>,
  instructions: readonly SolanaInstruction[],
): number {
  const made = instructions.filter(({ programId }) => programId === programs.associatedToken)
  const units = Math.ceil(Number(unitsConsumed) * 1.2) + 5_000 + made.length * accountUnits
  return Math.min(units, maxComputeUnits)
}

type Built = { instructions: readonly SolanaInstruction[] } | { error: ProgramError }

async function buildInstructions(
  intent: OperationIntent,
  context: OperationContext,
): Promise<Built> {
  const mint = getAssetMint(intent.assetType)
  const token = mint === undefined ? undefined : await context.mints.find(mint)
  if (mint !== undefined && !token) return buildProgramError(context, 'WRONG_MINT')
  const { action } = intent
  if (
    action.kind === 'transfer' &&
    (await isUnsafeRecipient(action.recipient, { ...context, token }))
  )
    return buildProgramError(context, 'BAD_RECIPIENT')
  return { instructions: buildIntentInstructions(intent, { ...context, token }) }
}

/**
 * Whether an address is a token account, or its token account is another's: funds would be lost.
 */
async function isUnsafeRecipient(
  address: string,
  { token, client }: OperationContext & { token: TransferredToken | undefined },
): Promise<boolean> {
  const recipient = SolanaAddress.parse(address)
  const receiver = token ? getAssociatedTokenAddress(recipient, token) : recipient
  const { accounts } = await readAccounts(client, [recipient, receiver], {
    commitment: 'confirmed',
  })
  const [wallet, received] = accounts
  const holder = received && decodeHolding(received)?.owner
  return (
    (wallet !== undefined && isTokenProgram(wallet.owner)) || (holder ?? recipient) !== recipient
  )
}

/** The error the escrow program would raise, for checks made without calling it. */
function buildProgramError(
  { chain }: OperationContext,
  error: EscrowError,
): { error: ProgramError } {
  return { error: { error: { custom: getEscrowErrorNumber(error) }, programId: chain.program } }
}

function toRevertData(
  simulation: Simulation,
  { trial, context }: { trial: SolanaMessage; context: OperationContext },
) {
  const { chainId } = context.chain
  const programIds = trial.instructions.map(({ programId }) => programId)
  const programError = parseProgramError(simulation, programIds)
  if (programError.error === 'BlockhashNotFound')
    throw new ChainUnavailableError(chainId, {
      reason: 'its finalized blockhash is not known there',
    })
  if (typeof programError.error === 'string' && feePayerErrors.has(programError.error))
    throw new ChainUnavailableError(chainId, { reason: 'the executor has no coins for fees' })
  return encodeProgramError(programError)
}
