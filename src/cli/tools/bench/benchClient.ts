import { z } from 'zod'
import { isTerminal, StatusRecord } from '#protocol/status/status.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { type EndpointName, endpoints } from '#protocol/http/endpoints.ts'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import type { SolanaAccount } from '#protocol/accounts/account.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { type ChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'

/** A running service, accessed through its public interface only. */
export type BenchService = { url: string; key: string }

/**
 * Calls an endpoint with a query (GET) or a body (POST) and returns the JSON undecoded, because signed
 * documents must be sent back unchanged. Over the rate limit it asks again when the service says so.
 *
 * @throws Error with status and body of an error response.
 */
export async function ask(
  service: BenchService,
  name: EndpointName,
  input: Record<string, unknown> = {},
): Promise<unknown> {
  const { method, paths } = endpoints[name]
  const isPost = method === 'POST'
  const response = await fetch(`${service.url}${paths[0]}${isPost ? '' : buildQuery(input)}`, {
    method,
    headers: { 'x-api-key': service.key, ...(isPost && { 'content-type': 'application/json' }) },
    ...(isPost && { body: JSON.stringify(input) }),
  })
  if (response.status === 429) {
    await wait(1_000 * Number(response.headers.get('retry-after') ?? 1))
    return ask(service, name, input)
  }
  const received: unknown = await response.json()
  if (!response.ok)
    throw new Error(`${paths[0]} answered ${response.status}: ${JSON.stringify(received)}`)
  return received
}

function buildQuery(input: Record<string, unknown>): string {
  const entries = Object.entries(input).map(([name, value]) => [name, String(value)])
  return entries.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(entries))}`
}

/** A new role-based account with one key in both roles; `wire` is its form in requests. */
export type BenchAccount = {
  key: PrivateKeyAccount
  wire: { sessionAddress: Hex; adminAddress: Hex; accountAddress: Hex }
}

/** A new Solana wallet; `wire` is its form in requests. */
export type BenchWallet = { privateKey: KeyObject; wire: SolanaAccount }

/** Asset ids, the amount in the smallest unit of `from`, and the recipient (CAIP-10). */
export type BenchSwap = { from: string; to: string; amount: bigint; recipient?: string }

type SwapInput = { account: BenchAccount | BenchWallet; swap: BenchSwap }

/** A received quote with the signatures added, and its id. */
export type SignedBenchQuote = { id: string; body: Record<string, unknown> }

/** Creates an account with a new key, funded by the faucet and not deployed. */
export async function createFundedAccount(service: BenchService): Promise<BenchAccount> {
  const account = await createEmptyAccount(service)
  await ask(service, 'faucet', { address: account.wire.accountAddress })
  return account
}

/** Creates an account with a new key and no funds. */
export async function createEmptyAccount(service: BenchService): Promise<BenchAccount> {
  const key = privateKeyToAccount(generatePrivateKey())
  const keys = { sessionAddress: key.address, adminAddress: key.address }
  const answer = await ask(service, 'predictAddress', keys)
  const { predictedAddress } = endpoints.predictAddress.response.parse(answer)
  return { key, wire: { ...keys, accountAddress: predictedAddress } }
}

/** Creates a wallet with a new key, funded by the faucet. */
export async function createFundedWallet(service: BenchService): Promise<BenchWallet> {
  const wallet = await createEmptyWallet(service)
  await ask(service, 'faucet', { address: wallet.wire.accountAddress })
  return wallet
}

/** Creates a wallet with a new key and no funds. */
export async function createEmptyWallet(service: BenchService): Promise<BenchWallet> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const encoded = publicKey.export({ type: 'spki', format: 'der' })
  const accountAddress = encodeBase58(encoded.subarray(-32))
  const { accountTypes } = endpoints.discovery.response.parse(await ask(service, 'discovery'))
  return { privateKey, wire: { type: accountTypes.solana, accountAddress } }
}

/** What is signed of a quote; everything else stays as it was received. */
const Signable = z.looseObject({
  originChainsOperations: z.array(z.looseObject({ userOp: z.optional(z.looseObject({})) })),
})

/** Requests a quote and signs all its operations with the account's or the wallet's key. */
export async function fetchSignedQuote(
  service: BenchService,
  { account, swap }: SwapInput,
): Promise<SignedBenchQuote> {
  const received = await ask(service, 'quote', buildSwapRequest(account, swap))
  const quote = endpoints.quote.response.parse(received)
  const body = Signable.parse(received)
  for (const [index, place] of body.originChainsOperations.entries()) {
    const operation = quote.originChainsOperations[index]
    if (!operation) throw new Error('The quote has an operation that its schema drops')
    const signed = place.userOp ?? place
    signed['signature'] = await signOperation(operation, account)
  }
  return { id: quote.id, body }
}

async function signOperation(
  operation: ChainOperation,
  account: BenchAccount | BenchWallet,
): Promise<string> {
  if (isEvmOperation(operation) && 'key' in account) {
    const { domain, types, primaryType, message } = operation.typedDataToSign
    return account.key.signTypedData({ domain, types, primaryType, message })
  }
  if (isEvmOperation(operation) || 'key' in account)
    throw new Error('The quote has an operation of the other ecosystem')
  return encodeBase58(sign(null, Buffer.from(operation.dataToSign, 'base64'), account.privateKey))
}

/** Body of the v3 quote request for this swap. */
export function buildSwapRequest(
  account: BenchAccount | BenchWallet,
  swap: BenchSwap,
): Record<string, unknown> {
  return {
    from: {
      accounts: [account.wire],
      asset: { assetId: swap.from },
      amount: swap.amount.toString(),
    },
    to: {
      asset: { assetId: swap.to },
      ...(swap.recipient !== undefined && { account: swap.recipient }),
    },
  }
}

const withinMs = 60_000
const pollMs = 50

/**
 * Polls the status of an execution until it is terminal, also while the service is down.
 *
 * @throws Error when it is not terminal within a minute.
 */
export async function waitUntilTerminal(
  service: BenchService,
  quoteId: string,
): Promise<StatusRecord> {
  let last = 'unknown'
  for (const endsAtMs = performance.now() + withinMs; performance.now() < endsAtMs;) {
    const record = await fetchRecord(service, quoteId)
    if (record && isTerminal(record.status)) return record
    last = record?.status ?? last
    await wait(pollMs)
  }
  throw new Error(`${quoteId} is still ${last} after ${withinMs / 1000} s.`)
}

/** The record of an execution; undefined while the service cannot be reached. */
async function fetchRecord(
  service: BenchService,
  quoteId: string,
): Promise<StatusRecord | undefined> {
  try {
    // An unknown id is answered with `{}`, which is not a record.
    return StatusRecord.parse(await ask(service, 'status', { quoteId }))
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
