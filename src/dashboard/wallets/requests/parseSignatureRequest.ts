import { hashTypedData, hexToBigInt, isHex } from 'viem'

import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { isEvmAddress } from './isEvmAddress.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { providerCode, ProviderError } from './providerError.ts'

/** EIP-712 typed data; `types` includes `EIP712Domain`. */
export type RequestedTypedData = {
  domain: Record<string, unknown>
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

/** An EIP-7702 authorization: `delegate` may act as this account on one chain. */
export type RequestedAuthorization = { delegate: EvmAddress; chainId: number; nonce: number }

/** A requested transaction; the wallet fills in what is undefined. */
export type RequestedTransaction = {
  chainId: number
  to: EvmAddress
  data: `0x${string}`
  /** Smallest unit of the native coin. */
  value: bigint
  nonce: number | undefined
  gas: bigint | undefined
}

/** A parsed signature request; exactly this value is shown and signed. */
export type SignatureRequest =
  | { kind: 'message'; bytes: `0x${string}` }
  | { kind: 'typedData'; typedData: RequestedTypedData }
  | { kind: 'authorization'; authorization: RequestedAuthorization }
  | { kind: 'transaction'; transaction: RequestedTransaction }

/** Nobody reads more than this; a longer text could only hide something. */
const maxTextLength = 100_000

/**
 * Parses an EIP-1193 signature request. The result is a frozen copy, which the caller cannot change
 * between the dialog and the signature.
 *
 * @throws ProviderError 4100 for another account, -32602 for anything that cannot be parsed fully.
 */
export function parseSignatureRequest(
  request: { method: string; params: readonly unknown[] },
  wallet: { address: EvmAddress; chainId: number },
): SignatureRequest {
  const { method, params } = request
  const [first, second] = params
  switch (method) {
    case 'personal_sign':
      requireOwnAddress(second, wallet.address)
      return Object.freeze({ kind: 'message', bytes: parseBytes(first) })
    case 'eth_signTypedData_v4':
      requireOwnAddress(first, wallet.address)
      return Object.freeze({ kind: 'typedData', typedData: parseTypedData(second, wallet.chainId) })
    case 'wallet_signAuthorization':
      if (isRecord(first) && first['from'] !== undefined)
        requireOwnAddress(first['from'], wallet.address)
      return Object.freeze({ kind: 'authorization', authorization: parseAuthorization(first) })
    case 'eth_sendTransaction':
      requireOwnAddress(isRecord(first) ? first['from'] : undefined, wallet.address)
      return Object.freeze({ kind: 'transaction', transaction: parseTransaction(first, wallet) })
    default:
      throw new ProviderError(
        providerCode.unsupportedMethod,
        translate('{method} isn’t supported.', { method }),
      )
  }
}

/** Finds which of these keys a request names as the signer; undefined when it names none. */
export function findRequestedKey(
  { params }: { params: readonly unknown[] },
  keys: readonly EvmAddress[],
): EvmAddress | undefined {
  const [first, second] = params
  const named = [first, second, isRecord(first) ? first['from'] : undefined]
  return keys.find((key) => named.some((one) => typeof one === 'string' && isSameAddress(one, key)))
}

function requireOwnAddress(address: unknown, own: EvmAddress): void {
  if (typeof address === 'string' && isSameAddress(address, own)) return
  throw new ProviderError(
    providerCode.unauthorized,
    translate('This wallet doesn’t have that account.'),
  )
}

function parseBytes(message: unknown): `0x${string}` {
  if (!isHex(message)) throw createInvalidError(translate('The message isn’t hex.'))
  if (message.length % 2 === 1)
    throw createInvalidError(translate('The message ends in an incomplete byte.'))
  if (message.length > maxTextLength)
    throw createInvalidError(translate('The message is too long to read.'))
  return message
}

function parseTypedData(given: unknown, activeChainId: number): RequestedTypedData {
  const copy = toPlainCopy(given)
  if (!isTypedData(copy)) throw createInvalidError(translate('This isn’t EIP-712 typed data.'))
  const { domain, types, primaryType, message } = copy
  const chainId = domain['chainId']
  if (chainId !== undefined && Number(chainId) !== activeChainId)
    throw createInvalidError(
      translate('The domain is for a different chain than the active one, {activeChainId}.', {
        activeChainId,
      }),
    )
  const signed = types['EIP712Domain']?.map(({ name }) => name) ?? []
  const named = Object.keys(domain).filter((name) => domain[name] !== undefined)
  // A domain field missing from the type would be shown but not signed, e.g. a false chain id.
  if (types['EIP712Domain'] && named.toSorted().join() !== signed.toSorted().join())
    throw createInvalidError(translate('The domain and its type have different fields.'))
  const read = deepFreeze({ domain, types, primaryType, message })
  try {
    hashTypedData(read)
  } catch (error) {
    throw createInvalidError(
      error instanceof Error ? error.message : translate('The typed data doesn’t match its types.'),
    )
  }
  return read
}

function toPlainCopy(given: unknown): unknown {
  try {
    const text = typeof given === 'string' ? given : JSON.stringify(given)
    if (text.length > maxTextLength)
      throw createInvalidError(translate('The typed data is too long to read.'))
    return JSON.parse(text, requireExact)
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw createInvalidError(translate('The typed data isn’t JSON.'))
  }
}

/** Numbers of JSON beyond 2^53 are rounded: another amount than the asker's would be shown and signed. */
function requireExact(_: string, value: unknown): unknown {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw createInvalidError(
      translate('The typed data has a number too large for JSON. It must be written as text.'),
    )
  return value
}

function isTypedData(value: unknown): value is RequestedTypedData {
  return (
    isRecord(value) &&
    isRecord(value['domain']) &&
    isRecord(value['types']) &&
    isRecord(value['message']) &&
    typeof value['primaryType'] === 'string' &&
    Object.values(value['types']).every((fields) => Array.isArray(fields) && fields.every(isField))
  )
}

function isField(value: unknown): boolean {
  return isRecord(value) && typeof value['name'] === 'string' && typeof value['type'] === 'string'
}

/** Chain id 0 would be valid on every chain and is never signed. Source: security rule 11. */
function parseAuthorization(given: unknown): RequestedAuthorization {
  if (!isRecord(given)) throw createInvalidError(translate('This isn’t an EIP-7702 authorization.'))
  const delegate = given['address'] ?? given['contractAddress']
  const chainId = parseWholeNumber(given['chainId'])
  const nonce = parseWholeNumber(given['nonce'])
  if (!isEvmAddress(delegate))
    throw createInvalidError(translate('The authorization has no contract.'))
  if (chainId === undefined || chainId === 0)
    throw createInvalidError(
      translate('An authorization needs a chain; chain 0 would be valid on all of them.'),
    )
  if (nonce === undefined) throw createInvalidError(translate('The authorization has no nonce.'))
  return Object.freeze({ delegate, chainId, nonce })
}

function parseTransaction(given: unknown, active: { chainId: number }): RequestedTransaction {
  if (!isRecord(given) || !isEvmAddress(given['to']))
    throw createInvalidError(translate('The transaction has no target.'))
  const { to, value = '0x0', nonce, gas, chainId } = given
  const data = given['data'] ?? given['input'] ?? '0x'
  if (chainId !== undefined && parseWholeNumber(chainId) !== active.chainId)
    throw createInvalidError(
      translate('The transaction is for a different chain than the active one, {chainId}.', {
        chainId: active.chainId,
      }),
    )
  if (!isHex(value)) throw createInvalidError(translate('The value of the transaction isn’t hex.'))
  const read = {
    chainId: active.chainId,
    to,
    data: parseBytes(data),
    value: hexToBigInt(value),
    nonce: nonce === undefined ? undefined : parseWholeNumber(nonce),
    gas: gas === undefined ? undefined : BigInt(parseWholeNumber(gas) ?? -1),
  }
  if (nonce !== undefined && read.nonce === undefined)
    throw createInvalidError(translate('The nonce isn’t a number.'))
  if (read.gas !== undefined && read.gas < 0n)
    throw createInvalidError(translate('The gas limit isn’t a number.'))
  return Object.freeze(read)
}

/** Parses a number, or its hex or decimal text; undefined for anything else, including null. */
function parseWholeNumber(value: unknown): number | undefined {
  const isText = typeof value === 'string' && /^(0x[0-9a-fA-F]+|\d+)$/.test(value)
  const read = typeof value === 'number' || isText ? Number(value) : -1
  return Number.isSafeInteger(read) && read >= 0 ? read : undefined
}

function deepFreeze<value>(given: value): value {
  if (typeof given !== 'object' || given === null) return given
  for (const inner of Object.values(given)) deepFreeze(inner)
  return Object.freeze(given)
}

function createInvalidError(message: string): ProviderError {
  return new ProviderError(providerCode.invalidParameters, message)
}
