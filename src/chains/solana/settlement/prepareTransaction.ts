import type { SolanaNetworkChain } from '#networks/network.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import { nativeMint, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { ChainUnavailable } from '../../rpc/ChainUnavailable.ts'
import type {
  Action,
  PreparedTransaction,
  RefusedTransaction,
  SenderRole,
  SolanaEcosystem,
} from '../../ports/settlementChain.ts'
import { assetMint } from '../assets/assetMint.ts'
import { readAttestation } from './attest.ts'
import type { Blockhashes } from './blockhashes.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { isSignedBy, signatureBytes } from './key.ts'
import { decodeMessage, signersOf } from '../codec/message.ts'
import type { Mints } from '../assets/mints.ts'
import { findPayoutFault, payoutInstructions } from './payout.ts'
import { associatedTokenAddress } from '../program/addresses.ts'
import { bytesHex } from '../program/bytes.ts'
import { cancelInstruction, fillInstruction } from '../program/fillInstructions.ts'
import type { SolanaInstruction } from '../program/instruction.ts'
import { createTokenAccountInstruction } from '../program/tokenInstructions.ts'
import { decodeHolding } from '../program/tokenState.ts'
import { type TransferredToken, transferInstruction } from '../program/transferInstructions.ts'
import type { Quorum } from './quorum.ts'
import { readAccounts } from '../rpc/readAccounts.ts'
import { readOwnOperation } from '../operation/readTerms.ts'
import { refusedAs, tryMessage } from './tryMessage.ts'
import { isKnown, signTransaction, type SolanaKeys } from './transaction.ts'
import { writeMessage } from './writeMessage.ts'

/** What preparing needs to know. */
export type PrepareParts = {
  chain: SolanaNetworkChain
  client: SolanaClient
  quorum: Quorum
  mints: Mints
  blockhashes: Blockhashes
  keys: SolanaKeys
  senders: Record<SenderRole, SolanaAddress>
}

type Prepared = PreparedTransaction<SolanaEcosystem>

/**
 * Builds a transaction, or completes one that others have signed, and tries it on the newest state:
 * nothing is signed that would fail.
 *
 * @throws ChainUnavailable when the chain does not answer, and when the executor has no coins.
 * @throws Error for what there is not on Solana: contract calls, and allowances.
 */
export async function prepareTransaction(
  action: Action<SolanaEcosystem>,
  parts: PrepareParts,
): Promise<Prepared | RefusedTransaction> {
  switch (action.kind) {
    case 'deposit':
      return completeDeposit(action.operation, parts)
    case 'fill': {
      const instructions = await deliveryOf(action, parts)
      if (!instructions) return refusedAs({ error: 'AccountNotRentExempt' }, parts.chain)
      return prepareOwn(instructions, { ...parts, sender: 'solver' })
    }
    case 'cancel': {
      const { program } = parts.chain
      const place = { program, solver: parts.senders.solver, rentPayer: parts.senders.executor }
      return prepareOwn([cancelInstruction(action.fillId, place)], { ...parts, sender: 'solver' })
    }
    case 'release':
    case 'refund':
      return preparePayout(action, parts)
    case 'sweep':
      return prepareOwn(await sweepOf(action, parts), { ...parts, sender: 'solver' })
    case 'call':
    case 'arrive':
    case 'grant':
    case 'allow':
      throw new Error(`${parts.chain.chainId} has no action "${action.kind}".`)
  }
}

/**
 * Signs, as the one who pays for it, what its user has signed. The bytes stay as they are: signing
 * again gives the same transaction, so that one which landed already is found by it.
 */
async function completeDeposit(
  operation: SolanaChainOperation,
  parts: PrepareParts,
): Promise<Prepared | RefusedTransaction> {
  const { chain, keys, quorum } = parts
  const read = readOwnOperation(operation, chain)
  if (!read) return refusedAs({ error: 'InstructionError' }, chain)
  const { bytes, user, message } = read
  const signature = signatureBytes(operation.signature)
  if (!signature || !isSignedBy(user, { bytes, signature }))
    return refusedAs({ error: 'SignatureFailure' }, chain)
  const signed = signTransaction(bytes, { keys, others: new Map([[user, signature]]) })
  const prepared = { sender: 'executor', sign: () => Promise.resolve(signed) } as const
  const tried = await tryMessage(bytes, parts)
  if (!('refused' in tried)) {
    parts.blockhashes.note(message.blockhash, tried.slot)
    return prepared
  }
  // It would fail now, for it landed before: whatever that says, its landing says how it went.
  if (await isKnown(signed.hash, quorum)) return prepared
  const isUnknownHash = tried.failure.error === 'BlockhashNotFound'
  if (!isUnknownHash || (await parts.blockhashes.isOver(message.blockhash))) return tried
  throw new ChainUnavailable(chain.chainId, {
    reason: 'it does not know a blockhash that is alive',
  })
}

/**
 * The instructions of a delivery: the recipient's account first when it is missing. Undefined when its
 * rent is in no fee: its owner closed it since the price was made. Source: security rule 23.
 */
async function deliveryOf(
  { fill, amount, makesAccount = false }: Action<SolanaEcosystem> & { kind: 'fill' },
  parts: PrepareParts,
): Promise<readonly SolanaInstruction[] | undefined> {
  const { chain, senders } = parts
  const { solver, executor } = senders
  const place = { program: chain.program, solver, rentPayer: executor }
  const filled = { ...fill, amount }
  if (fill.token === nativeMint) return [fillInstruction(filled, place)]
  const token = await tokenOf(fill.token, parts)
  const making = await makingOf(fill.recipient, { ...parts, token })
  if (making.length > 0 && !makesAccount) return undefined
  return [...making, fillInstruction(filled, { ...place, tokenProgram: token.tokenProgram })]
}

/** Takes inventory away: to a wallet of the service's. */
async function sweepOf(
  { assetType, to, amount }: Action<SolanaEcosystem> & { kind: 'sweep' },
  parts: PrepareParts,
): Promise<readonly SolanaInstruction[]> {
  const from = parts.senders.solver
  const mint = assetMint(assetType)
  if (mint === undefined) return [transferInstruction({ from, to, units: amount })]
  const token = await tokenOf(mint, parts)
  const account = associatedTokenAddress(to, token)
  return [
    ...(await makingOf(to, { ...parts, token })),
    transferInstruction({ from, to: account, units: amount, token }),
  ]
}

/** What makes a wallet's token account; nothing when it is there. */
async function makingOf(
  owner: SolanaAddress,
  { client, token, senders }: PrepareParts & { token: TransferredToken },
): Promise<readonly SolanaInstruction[]> {
  const address = associatedTokenAddress(owner, token)
  const { accounts } = await readAccounts(client, [address], { commitment: 'confirmed' })
  const [account] = accounts
  if (account && decodeHolding(account)) return []
  return [createTokenAccountInstruction({ owner, ...token }, { payer: senders.executor })]
}

async function tokenOf(mint: SolanaAddress, { mints }: PrepareParts): Promise<TransferredToken> {
  const token = await mints.find(mint)
  if (!token) throw new Error(`${mint} is no token.`)
  return token
}

/** A payout that attestors signed gets the executor's signature; one by the clock needs no other. */
async function preparePayout(
  action: { kind: 'release' | 'refund'; order: SolanaOrder; attestation: Hex | undefined },
  parts: PrepareParts,
): Promise<Prepared | RefusedTransaction> {
  const { kind, order, attestation } = action
  const { chain, keys } = parts
  if (attestation === undefined) {
    const payout = { kind, order, attestors: [] }
    return prepareOwn(await payoutInstructions(payout, parts), { ...parts, sender: 'executor' })
  }
  const attested = readAttestation(attestation)
  const decoded = attested && decodeMessage(attested.message)
  if (!attested || !decoded) return refusedAs({ error: 'SignatureFailure' }, chain)
  const { message, signatures: others } = attested
  const [, ...attestors] = signersOf(decoded)
  const payout = { kind, order, attestors }
  if (findPayoutFault(bytesHex(message), { payout, chain }) !== undefined)
    return refusedAs({ error: 'SignatureFailure' }, chain)
  const tried = await tryMessage(message, parts)
  if ('refused' in tried) return tried
  parts.blockhashes.note(decoded.blockhash, tried.slot)
  return {
    sender: 'executor',
    sign: () => Promise.resolve(signTransaction(message, { keys, others })),
  }
}

/** What only the service signs: with a fresh blockhash, and a limit from what it took when tried. */
async function prepareOwn(
  instructions: readonly SolanaInstruction[],
  parts: PrepareParts & { sender: SenderRole },
): Promise<Prepared | RefusedTransaction> {
  const { keys, sender } = parts
  const { message, failed } = await writeMessage(instructions, parts)
  if (failed) return failed
  return { sender, sign: () => Promise.resolve(signTransaction(message, { keys })) }
}
