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

/** What simulating a message needs. */
export type SimulationContext = {
  chain: Pick<SolanaNetworkChain, 'chainId' | 'program'>
  client: SolanaClient
  senders: Record<'executor' | 'solver', SolanaAddress>
}

/** Why a message would fail, as a fail reason and as the program error. */
export type FailedSimulation = RevertedSimulation & { error: ProgramError }

/** Executor balance that rules it out as the cause: the rent of all that one message can create. */
const minExecutorLamports = 20_000_000n
/** `ResultWithNegativeLamports` of the System program. */
const systemShortfall = 1
/** `InsufficientFunds` of the token programs. */
const tokenShortfall = 1

/**
 * Simulates a message on the latest state, without its signatures.
 *
 * @throws ChainUnavailableError when it would fail because the executor (the service) has no coins.
 */
export async function simulateMessage(
  bytes: Uint8Array,
  context: SimulationContext,
): Promise<Simulation | FailedSimulation> {
  const message = decodeMessage(bytes)
  if (!message) throw new Error('These bytes are not a message of this service.')
  const transaction = encodeTransaction(bytes, new Map())
  const simulation = await simulateTransaction(context.client, transaction, {
    commitment: 'confirmed',
  })
  if (simulation.err === null) return simulation
  const { chain, senders } = context
  const programError = parseProgramError(
    simulation,
    message.instructions.map(({ programId }) => programId),
  )
  const shortfall = findShortfall(programError, { err: simulation.err, message })
  if (shortfall && (await isExecutorShort(shortfall, context)))
    throw new ChainUnavailableError(chain.chainId, { reason: 'the executor has no coins for it' })
  const failed = buildFailedSimulation(programError, chain)
  return shortfall && isSolverShort(shortfall, { message, senders })
    ? { ...failed, refused: classifyState('inventory too small') }
    : failed
}

/** Builds a failed simulation from the program error that caused it. */
export function buildFailedSimulation(
  error: ProgramError,
  { program }: Pick<SolanaNetworkChain, 'program'>,
): FailedSimulation {
  const refused = classifyProgramError({ ...error, escrowProgram: program })
  return { refused, revertData: encodeProgramError(error), error }
}

/** The account with insufficient funds; without an address, one of the payers. */
type Shortfall = { address?: SolanaAddress | undefined }

/** The account with insufficient funds; undefined when the message fails for another reason. */
function findShortfall(
  { error, programId }: ProgramError,
  { err, message }: { err: unknown; message: SolanaMessage },
): Shortfall | undefined {
  if (error === 'InsufficientFundsForFee' || error === 'AccountNotFound')
    return { address: message.feePayer }
  if (error === 'InsufficientFundsForRent') {
    const { account_index: index } = parseFields(parseFields(err)['InsufficientFundsForRent'])
    return typeof index === 'number' ? { address: getAddresses(message)[index] } : undefined
  }
  if (typeof error === 'string') return undefined
  if (programId === programs.system && error.custom === systemShortfall) return {}
  const isToken = programId === programs.token || programId === programs.token2022
  return isToken && error.custom === tokenShortfall ? {} : undefined
}

async function isExecutorShort(
  { address }: Shortfall,
  { client, senders: { executor } }: SimulationContext,
): Promise<boolean> {
  if (address !== undefined) return address === executor
  const { accounts } = await readAccounts(client, [executor], { commitment: 'confirmed' })
  return (accounts[0]?.lamports ?? 0n) < minExecutorLamports
}

/** Where the solver signs, it is the only one who gives funds. */
function isSolverShort(
  { address }: Shortfall,
  { message, senders: { solver } }: Pick<SimulationContext, 'senders'> & { message: SolanaMessage },
): boolean {
  return address === undefined ? getSigners(message).includes(solver) : address === solver
}
