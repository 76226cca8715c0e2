import type { SolanaNetworkChain } from '#networks/network.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { ChainUnavailableError } from '../../rpc/ChainUnavailableError.ts'
import { classifyState } from '../../classifyState.ts'
import type { RevertedSimulation } from '../../ports/settlementChain.ts'
import { parseFields } from '../rpc/parseResponse.ts'
import { classifyProgramError, type ProgramError } from '../errors/classifyProgramError.ts'
import type { SolanaClient } from '../rpc/client.ts'
import {
  getAddresses,
  decodeMessage,
  encodeTransaction,
  getSigners,
  type SolanaMessage,
} from '../codec/message.ts'
import { programs } from '../program/addresses.ts'
import { encodeProgramError, parseProgramError } from '../errors/programError.ts'
import { readAccounts } from '../rpc/readAccounts.ts'
import { type Simulation, simulateTransaction } from '../rpc/sendTransaction.ts'

/** What trying a message needs to know. */
export type SimulationContext = {
  chain: Pick<SolanaNetworkChain, 'chainId' | 'program'>
  client: SolanaClient
  senders: Record<'executor' | 'solver', SolanaAddress>
}

/** Why a message would fail, in the words of both. */
export type FailedSimulation = RevertedSimulation & { error: ProgramError }

/** What the executor must hold so that no failure is for its sake: rent of all that it can make at once. */
const minExecutorLamports = 20_000_000n
/** `ResultWithNegativeLamports` of the System program. */
const systemShort = 1
/** `InsufficientFunds` of the token programs. */
const tokenShort = 1

/**
 * Tries a message on the newest state, as it is and without its signatures.
 *
 * @throws ChainUnavailable when it would fail because the executor, who is the service, has no coins.
 */
export async function simulateMessage(
  bytes: Uint8Array,
  parts: SimulationContext,
): Promise<Simulation | FailedSimulation> {
  const message = decodeMessage(bytes)
  if (!message) throw new Error('These bytes are no message of ours.')
  const transaction = encodeTransaction(bytes, new Map())
  const simulation = await simulateTransaction(parts.client, transaction, {
    commitment: 'confirmed',
  })
  if (simulation.err === null) return simulation
  const { chain, senders } = parts
  const failure = parseProgramError(
    simulation,
    message.instructions.map(({ programId }) => programId),
  )
  const short = findShort(failure, { err: simulation.err, message })
  if (short && (await isExecutorShort(short, parts)))
    throw new ChainUnavailableError(chain.chainId, { reason: 'the executor has no coins for it' })
  const refused = buildFailedSimulation(failure, chain)
  return short && isSolverShort(short, { message, senders })
    ? { ...refused, refused: classifyState('inventory too small') }
    : refused
}

/** A refusal by name, with what led to it. */
export function buildFailedSimulation(
  error: ProgramError,
  { program }: Pick<SolanaNetworkChain, 'program'>,
): FailedSimulation {
  const refused = classifyProgramError({ ...error, escrowProgram: program })
  return { refused, revertData: encodeProgramError(error), error }
}

/** Who has too little; without an address, one of those who pay. */
type Short = { address?: SolanaAddress | undefined }

/** Who has too little for a message; undefined when that is not why it fails. */
function findShort(
  { error, programId }: ProgramError,
  { err, message }: { err: unknown; message: SolanaMessage },
): Short | undefined {
  if (error === 'InsufficientFundsForFee' || error === 'AccountNotFound')
    return { address: message.feePayer }
  if (error === 'InsufficientFundsForRent') {
    const { account_index: index } = parseFields(parseFields(err)['InsufficientFundsForRent'])
    return typeof index === 'number' ? { address: getAddresses(message)[index] } : undefined
  }
  if (typeof error === 'string') return undefined
  if (programId === programs.system && error.custom === systemShort) return {}
  const isToken = programId === programs.token || programId === programs.token2022
  return isToken && error.custom === tokenShort ? {} : undefined
}

async function isExecutorShort(
  { address }: Short,
  { client, senders: { executor } }: SimulationContext,
): Promise<boolean> {
  if (address !== undefined) return address === executor
  const { accounts } = await readAccounts(client, [executor], { commitment: 'confirmed' })
  return (accounts[0]?.lamports ?? 0n) < minExecutorLamports
}

/** Where the solver signs, nobody else gives anything. */
function isSolverShort(
  { address }: Short,
  { message, senders: { solver } }: Pick<SimulationContext, 'senders'> & { message: SolanaMessage },
): boolean {
  return address === undefined ? getSigners(message).includes(solver) : address === solver
}
