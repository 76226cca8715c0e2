import type { SolanaNetworkChain } from '#networks/network.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import { nativeMint, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { ChainUnavailableError } from '../../rpc/ChainUnavailableError.ts'
import type {
  Action,
  PreparedTransaction,
  RevertedSimulation,
  SenderRole,
  SolanaEcosystem,
} from '../../ports/settlementChain.ts'
import { getAssetMint, type Mints } from '../assets/mints.ts'
import { readAttestation } from './keys/solanaAttestation.ts'
import type { Blockhashes } from './blockhashes.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { isSignedBy, parseSignature } from './keys/solanaKey.ts'
import { decodeMessage, getSigners } from '../codec/message.ts'
import { findPayoutError, buildPayoutInstructions } from './payout.ts'
import { getAssociatedTokenAddress } from '../program/addresses.ts'
import { encodeHex } from '../program/bytes.ts'
import { buildCancelInstruction, buildFillInstruction } from '../program/fillInstructions.ts'
import type { SolanaInstruction } from '../program/instruction.ts'
import { buildCreateTokenAccountInstruction } from '../program/tokenInstructions.ts'
import { decodeHolding } from '../program/tokenState.ts'
import { type TransferredToken, buildTransferInstruction } from '../program/transferInstructions.ts'
import type { SolanaQuorum } from './quorum.ts'
import { readAccounts } from '../rpc/readAccounts.ts'
import { readOwnOperation } from '../operation/readTerms.ts'
import { buildFailedSimulation, simulateMessage } from './simulateMessage.ts'
import { isKnown, signTransaction, type SolanaSenderKeys } from './transaction.ts'
import { writeMessage } from './writeMessage.ts'

/** What preparing a transaction needs. */
export type SolanaPrepareContext = {
  chain: SolanaNetworkChain
  client: SolanaClient
  quorum: SolanaQuorum
  mints: Mints
  blockhashes: Blockhashes
  keys: SolanaSenderKeys
  senders: Record<SenderRole, SolanaAddress>
}

type Prepared = PreparedTransaction<SolanaEcosystem>

/**
 * Builds a transaction, or completes one that others have signed, and simulates it on the latest
 * state: nothing that would fail is signed.
 *
 * @throws ChainUnavailableError when the chain does not answer, or the executor has no coins.
 * @throws Error for what Solana does not support: contract calls and allowances.
 */
export async function prepareTransaction(
  action: Action<SolanaEcosystem>,
  context: SolanaPrepareContext,
): Promise<Prepared | RevertedSimulation> {
  switch (action.kind) {
    case 'deposit':
      return completeDeposit(action.operation, context)
    case 'fill': {
      const instructions = await buildDelivery(action, context)
      if (!instructions)
        return buildFailedSimulation({ error: 'AccountNotRentExempt' }, context.chain)
      return prepareOwn(instructions, { ...context, sender: 'solver' })
    }
    case 'cancel': {
      const { program } = context.chain
      const place = { program, solver: context.senders.solver, rentPayer: context.senders.executor }
      return prepareOwn([buildCancelInstruction(action.fillId, place)], {
        ...context,
        sender: 'solver',
      })
    }
    case 'release':
    case 'refund':
      return preparePayout(action, context)
    case 'sweep':
      return prepareOwn(await buildSweep(action, context), { ...context, sender: 'solver' })
    case 'call':
    case 'arrive':
    case 'grant':
    case 'allow':
      throw new Error(`${context.chain.chainId} has no action "${action.kind}".`)
  }
}

/**
 * Adds the executor's signature to what the user signed. The bytes never change, so preparing a
 * deposit that has already landed gives the same signature and finds it.
 */
async function completeDeposit(
  operation: SolanaChainOperation,
  context: SolanaPrepareContext,
): Promise<Prepared | RevertedSimulation> {
  const { chain, keys, quorum } = context
  const read = readOwnOperation(operation, chain)
  if (!read) return buildFailedSimulation({ error: 'InstructionError' }, chain)
  const { bytes, user, message } = read
  const signature = parseSignature(operation.signature)
  if (!signature || !isSignedBy(user, { bytes, signature }))
    return buildFailedSimulation({ error: 'SignatureFailure' }, chain)
  const signed = signTransaction(bytes, { keys, others: new Map([[user, signature]]) })
  const prepared = { sender: 'executor', sign: () => Promise.resolve(signed) } as const
  const tried = await simulateMessage(bytes, context)
  if (!('refused' in tried)) {
    context.blockhashes.note(message.blockhash, tried.slot)
    return prepared
  }
  // It fails now because it landed before; how it went is read from the chain.
  if (await isKnown(signed.hash, quorum)) return prepared
  const isUnknownHash = tried.error.error === 'BlockhashNotFound'
  if (!isUnknownHash || (await context.blockhashes.isExpired(message.blockhash))) return tried
  throw new ChainUnavailableError(chain.chainId, {
    reason: 'it does not know a blockhash that is alive',
  })
}

/**
 * Builds a fill, preceded by the creation of the recipient's missing account. Undefined when no fee
 * covers that account's rent: its owner closed it after pricing. Source: security rule 23.
 */
async function buildDelivery(
  { fill, amount, makesAccount = false }: Action<SolanaEcosystem> & { kind: 'fill' },
  context: SolanaPrepareContext,
): Promise<readonly SolanaInstruction[] | undefined> {
  const { chain, senders } = context
  const { solver, executor } = senders
  const place = { program: chain.program, solver, rentPayer: executor }
  const filled = { ...fill, amount }
  if (fill.token === nativeMint) return [buildFillInstruction(filled, place)]
  const token = await getToken(fill.token, context)
  const creation = await buildAccountCreation(fill.recipient, { ...context, token })
  if (creation.length > 0 && !makesAccount) return undefined
  return [...creation, buildFillInstruction(filled, { ...place, tokenProgram: token.tokenProgram })]
}

/** Builds a withdrawal of inventory to a wallet of the service. */
async function buildSweep(
  { assetType, to, amount }: Action<SolanaEcosystem> & { kind: 'sweep' },
  context: SolanaPrepareContext,
): Promise<readonly SolanaInstruction[]> {
  const from = context.senders.solver
  const mint = getAssetMint(assetType)
  if (mint === undefined) return [buildTransferInstruction({ from, to, units: amount })]
  const token = await getToken(mint, context)
  const account = getAssociatedTokenAddress(to, token)
  return [
    ...(await buildAccountCreation(to, { ...context, token })),
    buildTransferInstruction({ from, to: account, units: amount, token }),
  ]
}

/** Creates a wallet's token account; empty when it exists. */
async function buildAccountCreation(
  owner: SolanaAddress,
  { client, token, senders }: SolanaPrepareContext & { token: TransferredToken },
): Promise<readonly SolanaInstruction[]> {
  const address = getAssociatedTokenAddress(owner, token)
  const { accounts } = await readAccounts(client, [address], { commitment: 'confirmed' })
  const [account] = accounts
  if (account && decodeHolding(account)) return []
  return [buildCreateTokenAccountInstruction({ owner, ...token }, { payer: senders.executor })]
}

async function getToken(
  mint: SolanaAddress,
  { mints }: SolanaPrepareContext,
): Promise<TransferredToken> {
  const token = await mints.find(mint)
  if (!token) throw new Error(`${mint} is not a token.`)
  return token
}

/** Adds the executor's signature to a payout; a refund after `refundAfter` needs no other. */
async function preparePayout(
  action: { kind: 'release' | 'refund'; order: SolanaOrder; attestation: Hex | undefined },
  context: SolanaPrepareContext,
): Promise<Prepared | RevertedSimulation> {
  const { kind, order, attestation } = action
  const { chain, keys } = context
  if (attestation === undefined) {
    const payout = { kind, order, attestors: [] }
    return prepareOwn(await buildPayoutInstructions(payout, context), {
      ...context,
      sender: 'executor',
    })
  }
  const attested = readAttestation(attestation)
  const decoded = attested && decodeMessage(attested.message)
  if (!attested || !decoded) return buildFailedSimulation({ error: 'SignatureFailure' }, chain)
  const { message, signatures: others } = attested
  const [, ...attestors] = getSigners(decoded)
  const payout = { kind, order, attestors }
  if (findPayoutError(encodeHex(message), { payout, chain }) !== undefined)
    return buildFailedSimulation({ error: 'SignatureFailure' }, chain)
  const tried = await simulateMessage(message, context)
  if ('refused' in tried) return tried
  context.blockhashes.note(decoded.blockhash, tried.slot)
  return {
    sender: 'executor',
    sign: () => Promise.resolve(signTransaction(message, { keys, others })),
  }
}

/** Builds and signs what only the service signs: fresh blockhash, limit from simulated use. */
async function prepareOwn(
  instructions: readonly SolanaInstruction[],
  context: SolanaPrepareContext & { sender: SenderRole },
): Promise<Prepared | RevertedSimulation> {
  const { keys, sender } = context
  const { message, failed } = await writeMessage(instructions, context)
  if (failed) return failed
  return { sender, sign: () => Promise.resolve(signTransaction(message, { keys })) }
}
