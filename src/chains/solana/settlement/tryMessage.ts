import type { SolanaNetworkChain } from '#networks/network.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { ChainUnavailable } from '../../rpc/ChainUnavailable.ts'
import { classifyState } from '../../classifyState.ts'
import type { RefusedTransaction } from '../../ports/settlementChain.ts'
import { fieldsOf } from '../rpc/answers.ts'
import { classifyProgramFailure, type ProgramFailure } from '../errors/classifyProgramFailure.ts'
import type { SolanaClient } from '../rpc/client.ts'
import {
  addressesOf,
  decodeMessage,
  encodeTransaction,
  signersOf,
  type SolanaMessage,
} from '../codec/message.ts'
import { programs } from '../program/addresses.ts'
import { encodeFailure, programFailureOf } from '../errors/programFailure.ts'
import { readAccounts } from '../rpc/readAccounts.ts'
import { type Simulation, simulateTransaction } from '../rpc/sendTransaction.ts'

/** What trying a message needs to know. */
export type TryParts = {
  chain: Pick<SolanaNetworkChain, 'chainId' | 'program'>
  client: SolanaClient
  senders: Record<'executor' | 'solver', SolanaAddress>
}

/** Why a message would fail, in the words of both. */
export type FailedTrial = RefusedTransaction & { failure: ProgramFailure }

/** What the executor must hold so that no failure is for its sake: rent of all that it can make at once. */
const leastExecutorLamports = 20_000_000n
/** `ResultWithNegativeLamports` of the System program. */
const systemShort = 1
/** `InsufficientFunds` of the token programs. */
const tokenShort = 1

/**
 * Tries a message on the newest state, as it is and without its signatures.
 *
 * @throws ChainUnavailable when it would fail because the executor, who is the service, has no coins.
 */
export async function tryMessage(
  bytes: Uint8Array,
  parts: TryParts,
): Promise<Simulation | FailedTrial> {
  const message = decodeMessage(bytes)
  if (!message) throw new Error('These bytes are no message of ours.')
  const transaction = encodeTransaction(bytes, new Map())
  const simulation = await simulateTransaction(parts.client, transaction, {
    commitment: 'confirmed',
  })
  if (simulation.err === null) return simulation
  const { chain, senders } = parts
  const failure = programFailureOf(
    simulation,
    message.instructions.map(({ programId }) => programId),
  )
  const short = shortOf(failure, { err: simulation.err, message })
  if (short && (await isExecutorShort(short, parts)))
    throw new ChainUnavailable(chain.chainId, { reason: 'the executor has no coins for it' })
  const refused = refusedAs(failure, chain)
  return short && isSolverShort(short, { message, senders })
    ? { ...refused, refused: classifyState('inventory too small') }
    : refused
}

/** A refusal by name, with what led to it. */
export function refusedAs(
  failure: ProgramFailure,
  { program }: Pick<SolanaNetworkChain, 'program'>,
): FailedTrial {
  const refused = classifyProgramFailure({ ...failure, escrowProgram: program })
  return { refused, revertData: encodeFailure(failure), failure }
}

/** Who has too little; without an address, one of those who pay. */
type Short = { address?: SolanaAddress | undefined }

/** Who has too little for a message; undefined when that is not why it fails. */
function shortOf(
  { error, programId }: ProgramFailure,
  { err, message }: { err: unknown; message: SolanaMessage },
): Short | undefined {
  if (error === 'InsufficientFundsForFee' || error === 'AccountNotFound')
    return { address: message.feePayer }
  if (error === 'InsufficientFundsForRent') {
    const { account_index: index } = fieldsOf(fieldsOf(err)['InsufficientFundsForRent'])
    return typeof index === 'number' ? { address: addressesOf(message)[index] } : undefined
  }
  if (typeof error === 'string') return undefined
  if (programId === programs.system && error.custom === systemShort) return {}
  const isToken = programId === programs.token || programId === programs.token2022
  return isToken && error.custom === tokenShort ? {} : undefined
}

async function isExecutorShort(
  { address }: Short,
  { client, senders: { executor } }: TryParts,
): Promise<boolean> {
  if (address !== undefined) return address === executor
  const { accounts } = await readAccounts(client, [executor], { commitment: 'confirmed' })
  return (accounts[0]?.lamports ?? 0n) < leastExecutorLamports
}

/** Where the solver signs, nobody else gives anything. */
function isSolverShort(
  { address }: Short,
  { message, senders: { solver } }: Pick<TryParts, 'senders'> & { message: SolanaMessage },
): boolean {
  return address === undefined ? signersOf(message).includes(solver) : address === solver
}
