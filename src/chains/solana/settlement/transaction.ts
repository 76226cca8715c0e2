import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type {
  BroadcastResult,
  SignedTransaction,
  SolanaEcosystem,
} from '../../ports/settlementChain.ts'
import type { Blockhashes } from './blockhashes.ts'
import { type SolanaClient, SolanaRpcError } from '../rpc/client.ts'
import { readStatuses, readTransaction } from '../rpc/history.ts'
import { getSolanaKeyAddress, signBytes } from './keys/solanaKey.ts'
import {
  decodeMessage,
  decodeTransaction,
  encodeMessage,
  encodeTransaction,
  type SolanaMessage,
  getSigners,
} from '../codec/message.ts'
import { encodeHex, decodeHex } from '../program/bytes.ts'
import { requestAll, type SolanaQuorum } from './quorum.ts'
import { sendTransaction } from '../rpc/sendTransaction.ts'

/** The service's keys of one chain: 32-byte seeds. */
export type SolanaSenderKeys = { executor: Hash; solver: Hash }

type Signed = SignedTransaction<SolanaEcosystem>

/** A stored transaction: its identifying signature, and its signed message. */
type StoredTransaction = { signature: string; message: SolanaMessage }

/**
 * Signs a message with the service's keys that it names.
 *
 * @param others - Signatures of others.
 * @throws Error when a signature is missing: the cluster would reject the transaction.
 */
export function signTransaction(
  message: Uint8Array,
  {
    keys,
    others = new Map(),
  }: { keys: SolanaSenderKeys; others?: ReadonlyMap<SolanaAddress, Uint8Array> },
): Signed {
  const decoded = decodeMessage(message)
  if (!decoded) throw new Error('These bytes are not a message of this service.')
  const own = new Map([keys.executor, keys.solver].map((key) => [getSolanaKeyAddress(key), key]))
  const entries = getSigners(decoded).map((signer) => {
    const key = own.get(signer)
    const signature = key ? signBytes(message, key) : others.get(signer)
    if (!signature) throw new Error(`${signer} has not signed.`)
    return [signer, signature] as const
  })
  const [first] = entries
  if (first?.[0] !== getSolanaKeyAddress(keys.executor))
    throw new Error('The executor does not pay for this transaction.')
  return {
    hash: encodeBase58(first[1]),
    raw: encodeHex(encodeTransaction(message, new Map(entries))),
  }
}

/**
 * Signs a lost transaction again with a new blockhash. Undefined while it may still land, and when
 * others signed it too: they would have to sign again.
 */
export async function replaceTransaction(
  raw: Hex,
  { keys, ...context }: { keys: SolanaSenderKeys; quorum: SolanaQuorum; blockhashes: Blockhashes },
): Promise<Signed | undefined> {
  const { message } = readStored(raw)
  const own = new Set([keys.executor, keys.solver].map((key) => getSolanaKeyAddress(key)))
  if (!getSigners(message).every((signer) => own.has(signer))) return undefined
  if (!(await isLost(raw, context))) return undefined
  const blockhash = await context.blockhashes.newest()
  return signTransaction(encodeMessage({ ...message, blockhash }), { keys })
}

/**
 * Whether a transaction has not landed and never can: its blockhash has expired at finality, and
 * after that no provider knows its signature at any commitment. The order matters: nothing can land
 * once its blockhash has expired. One provider that knows it is enough to wait.
 *
 * @throws ChainUnavailableError when too few providers answer.
 */
export async function isLost(
  raw: Hex,
  { quorum, blockhashes }: { quorum: SolanaQuorum; blockhashes: Blockhashes },
): Promise<boolean> {
  const { signature, message } = readStored(raw)
  if (!(await blockhashes.isExpired(message.blockhash))) return false
  return !(await isKnown(signature, quorum))
}

/** Whether any provider knows a transaction, successful or failed. */
export async function isKnown(signature: string, { clients }: SolanaQuorum): Promise<boolean> {
  const known = await requestAll(clients, async (client) => {
    const [{ statuses }, landed] = await Promise.all([
      readStatuses(client, [signature]),
      readTransaction(client, signature, 'finalized'),
    ])
    return statuses[0] !== undefined || landed !== undefined
  })
  return known.some(Boolean)
}

/**
 * Sends signed bytes to every provider, so that one withholding them does no harm. Sending the same
 * bytes again is harmless.
 */
export async function broadcast({ clients }: SolanaQuorum, raw: Hex): Promise<BroadcastResult> {
  const answers = await Promise.all(clients.map((client) => send(client, raw)))
  const best = (['taken', 'no answer'] as const).find((answer) => answers.includes(answer))
  return best ?? 'refused'
}

async function send(client: SolanaClient, raw: Hex): Promise<BroadcastResult> {
  try {
    await sendTransaction(client, decodeHex(raw))
    return 'taken'
  } catch (error) {
    if (!(error instanceof SolanaRpcError)) return 'no answer'
    return isThere(error) ? 'taken' : 'refused'
  }
}

function isThere({ message, data }: SolanaRpcError): boolean {
  const { err }: { err?: unknown } = Object(data)
  return err === 'AlreadyProcessed' || /already (been )?processed/i.test(message)
}

/** @throws Error when the bytes are not a transaction signed here. */
function readStored(raw: Hex): StoredTransaction {
  const { signatures, message: bytes } = decodeTransaction(decodeHex(raw)) ?? {}
  const message = bytes && decodeMessage(bytes)
  const [first] = signatures ?? []
  if (!message || !first)
    throw new Error('These bytes are not a transaction signed by this service.')
  return { signature: encodeBase58(first), message }
}
