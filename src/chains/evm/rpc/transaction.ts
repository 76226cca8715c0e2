import { parseTransaction, type SignedAuthorization, type Hex as ViemHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hexToBigInt, keccak256, numberToHex } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import { Hash, type Hex } from '#protocol/ids/hex.ts'
import { findChainUnavailableError } from '../../rpc/ChainUnavailableError.ts'
import type { BroadcastResult } from '../../ports/settlementChain.ts'
import type { EvmClient } from './client.ts'

/** A signed EIP-7702 authorization, which delegates the signer's address to `address`. */
export type Authorization = {
  address: EvmAddress
  chainId: number
  nonce: number
  r: Hex
  s: Hex
  yParity: number
}

/** Content of a transaction; `value` in wei. */
export type TransactionCall = {
  to: EvmAddress
  data: Hex
  value: bigint
  /** Applied before the call. */
  authorization?: Authorization
}

/** Fees of a transaction, in wei per unit of gas. */
export type TransactionFees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** The bytes to broadcast, and the transaction hash. */
export type SignedEvmTransaction = { raw: Hex; hash: Hash }

/** Signs a transaction with a private key: EIP-1559, or EIP-7702 if there is an authorization. */
export async function signTransaction(
  call: TransactionCall & { gas: bigint },
  options: { key: Hash; chainNumber: number; nonce: bigint; fees: TransactionFees },
): Promise<SignedEvmTransaction> {
  const { key, chainNumber, nonce, fees } = options
  const { authorization } = call
  const raw = await privateKeyToAccount(key).signTransaction({
    ...(authorization
      ? { type: 'eip7702', authorizationList: [authorization] }
      : { type: 'eip1559' }),
    chainId: chainNumber,
    nonce: Number(nonce),
    to: call.to,
    data: call.data,
    value: call.value,
    gas: call.gas,
    ...fees,
  })
  return { raw, hash: Hash.parse(keccak256(raw)) }
}

/**
 * Signs the same transaction again, or `call` with its nonce, with fees that nodes accept for a
 * replacement: 25 % above the previous ones, or the current fees if they are higher.
 *
 * @throws Error if `raw` was not signed by this module.
 */
export async function signReplacement(
  raw: Hex,
  options: {
    key: Hash
    fees: TransactionFees
    call?: TransactionCall & { gas: bigint }
    /** Wei per unit of gas; unlimited by default. */
    maxFeePerGas?: bigint
  },
): Promise<SignedEvmTransaction> {
  const before = readTransaction(raw)
  const maxFeePerGas = getMin(
    getMax(before.fees.maxFeePerGas, options.fees.maxFeePerGas),
    options.maxFeePerGas,
  )
  return signTransaction(options.call ?? before.call, {
    key: options.key,
    chainNumber: before.chainNumber,
    nonce: before.nonce,
    fees: {
      maxFeePerGas,
      maxPriorityFeePerGas: getMin(
        getMax(before.fees.maxPriorityFeePerGas, options.fees.maxPriorityFeePerGas),
        maxFeePerGas,
      ),
    },
  })
}

/**
 * Like {@link signReplacement}, but within a fee limit.
 *
 * @param options.maxFeePerGas - Wei per unit of gas.
 * @returns Undefined if nodes would reject every fee within the limit: they require 10 % more.
 */
export async function signReplacementWithin(
  raw: Hex,
  { maxFeePerGas, ...options }: { key: Hash; fees: TransactionFees; maxFeePerGas: bigint },
): Promise<SignedEvmTransaction | undefined> {
  const { fees } = readTransaction(raw)
  if (maxFeePerGas * 10n < fees.maxFeePerGas * 11n) return undefined
  return signReplacement(raw, { ...options, maxFeePerGas })
}

/** See `SettlementChain.readTransactionCount`. */
export async function readTransactionCount(
  client: EvmClient,
  { address, at }: { address: EvmAddress; at: 'latest' | 'pending' | bigint },
): Promise<bigint> {
  const count = await client.rpc.request({
    method: 'eth_getTransactionCount',
    params: [address, typeof at === 'bigint' ? numberToHex(at) : at],
  })
  return hexToBigInt(count)
}

/** Broadcasts signed bytes. Repeating it is harmless. */
export async function broadcast(client: EvmClient, raw: Hex): Promise<BroadcastResult> {
  try {
    await client.rpc.request({ method: 'eth_sendRawTransaction', params: [raw] })
    return 'taken'
  } catch (error) {
    if (findChainUnavailableError(error)) return 'no answer'
    return classifyBroadcastError(error)
  }
}

function classifyBroadcastError(error: unknown): BroadcastResult {
  const text = getErrorTexts(error).join('\n')
  if (/already known|already imported|known transaction|alreadyknown/i.test(text)) return 'taken'
  if (/nonce too low|nonce is too low|old nonce/i.test(text)) return 'nonce used'
  if (/underpriced|fee too low|max fee per gas less than block base fee|pool is full/i.test(text))
    return 'underpriced'
  if (/insufficient funds|insufficientfunds/i.test(text)) return 'unfunded'
  // What a provider cannot do, or not now, says nothing about the transaction.
  const isUnable = getErrorCodes(error).some((code) => unavailableReason.has(code))
  if (isUnable || /rate.?limit|too many requests|limit exceeded|quota/i.test(text))
    return 'no answer'
  return 'refused'
}

/**
 * JSON-RPC codes: internal error, unknown method, unavailable resource, limits. Source: EIP-1474.
 */
const unavailableReason = new Set([
  -32_603, -32_601, -32_001, -32_002, -32_004, -32_005, -32_016, 429,
])

function getErrorCodes(error: unknown): number[] {
  const codes: number[] = []
  for (let current = error; current instanceof Error; current = current.cause)
    if ('code' in current && typeof current.code === 'number') codes.push(current.code)
  return codes
}

function getErrorTexts(error: unknown): string[] {
  const texts: string[] = []
  for (let current = error; current instanceof Error; current = current.cause)
    texts.push(
      current.message,
      'details' in current && typeof current.details === 'string' ? current.details : '',
    )
  return texts
}

/** Decodes the bytes of a transaction. @throws Error if they were not signed by this module. */
export function readTransaction(raw: Hex) {
  const parsed = parseTransaction<ViemHex>(raw)
  const isOurs = parsed.type === 'eip1559' || parsed.type === 'eip7702'
  if (!isOurs || !parsed.to || parsed.gas === undefined)
    throw new Error('These bytes are not a transaction signed by this module.')
  const [authorization] = parsed.authorizationList ?? []
  return {
    chainNumber: parsed.chainId,
    nonce: BigInt(parsed.nonce ?? 0),
    call: {
      to: parsed.to,
      data: parsed.data ?? ('0x' as const),
      value: parsed.value ?? 0n,
      gas: parsed.gas,
      ...(authorization && { authorization: findAuthorization(authorization) }),
    },
    fees: {
      maxFeePerGas: parsed.maxFeePerGas ?? 0n,
      maxPriorityFeePerGas: parsed.maxPriorityFeePerGas ?? 0n,
    },
  }
}

function findAuthorization({ address, chainId, nonce, r, s, yParity }: SignedAuthorization) {
  return { address, chainId, nonce, r, s, yParity: yParity ?? 0 }
}

function getMax(before: bigint, now: bigint): bigint {
  const raised = (before * 125n) / 100n + 1n
  return raised > now ? raised : now
}

function getMin(fee: bigint, max: bigint | undefined): bigint {
  return max !== undefined && fee > max ? max : fee
}
