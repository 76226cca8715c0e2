import { hexToBigInt, hexToNumber, isHex, numberToHex } from 'viem'

import type { EvmAddress } from '#protocol/caip.ts'
import { isRecord } from './jsonRecord.ts'
import { accountOfPhrase } from './phrase.ts'
import { providerCode, ProviderError } from './providerError.ts'

/** A chain's JSON-RPC, as the provider reaches it. */
export type RpcCall = (method: string, parameters: readonly unknown[]) => Promise<unknown>

/** What the unlocked wallet can sign; every value is as EIP-1193 methods give it. */
export type LocalSigner = {
  address: EvmAddress
  signTypedData(typedData: unknown, activeChainId: number): Promise<string>
  signMessage(message: unknown): Promise<string>
  signAuthorization(authorization: unknown): Promise<unknown>
  /** Fills what is missing, signs and sends. @returns The transaction's hash. */
  sendTransaction(transaction: unknown, chain: { chainId: number; rpc: RpcCall }): Promise<unknown>
}

/** The signer of a phrase's first account. Its key never leaves this closure. */
export async function createLocalSigner(phrase: string): Promise<LocalSigner> {
  const account = await accountOfPhrase(phrase)
  return {
    address: account.address,
    signTypedData(typedData, activeChainId) {
      const read = readTypedData(typedData)
      const chainId = read.domain['chainId']
      if (chainId !== undefined && Number(chainId) !== activeChainId)
        throw invalid(`The domain is for another chain than the active ${activeChainId}.`)
      return account.signTypedData(read)
    },
    signMessage(message) {
      if (!isHex(message)) throw invalid('The message is not hex.')
      return account.signMessage({ message: { raw: message } })
    },
    async signAuthorization(authorization) {
      const { address, chainId, nonce } = readAuthorization(authorization)
      const signed = await account.signAuthorization({ address, chainId, nonce })
      const { r, s, yParity } = signed
      return { address, chainId, nonce, r, s, yParity, v: 27 + (yParity ?? 0) }
    },
    async sendTransaction(transaction, { chainId, rpc }) {
      const filled = await fillTransaction(readTransaction(transaction), {
        from: account.address,
        rpc,
      })
      const raw = await account.signTransaction({ type: 'eip1559', chainId, ...filled })
      return rpc('eth_sendRawTransaction', [raw])
    },
  }
}

function invalid(message: string): ProviderError {
  return new ProviderError(providerCode.invalidParameters, message)
}

type TypedData = {
  domain: Record<string, unknown>
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

function readTypedData(given: unknown): TypedData {
  const parsed: unknown = typeof given === 'string' ? JSON.parse(given) : given
  if (!isTypedData(parsed)) throw invalid('This is not EIP-712 typed data.')
  return parsed
}

function isTypedData(value: unknown): value is TypedData {
  return (
    isRecord(value) &&
    isRecord(value['domain']) &&
    isRecord(value['types']) &&
    isRecord(value['message']) &&
    typeof value['primaryType'] === 'string' &&
    Object.values(value['types']).every((fields) => Array.isArray(fields))
  )
}

type Authorization = { address: EvmAddress; chainId: number; nonce: number }

/** Chain id 0 would be good on every chain: never signed (security.md, 11). */
function readAuthorization(given: unknown): Authorization {
  if (!isRecord(given)) throw invalid('This is not an EIP-7702 authorization.')
  const address = given['address'] ?? given['contractAddress']
  const chainId = Number(given['chainId'])
  const nonce = Number(given['nonce'])
  if (!isAddress(address)) throw invalid('The authorization names no contract.')
  if (!Number.isSafeInteger(chainId) || chainId <= 0)
    throw invalid('An authorization needs a chain; chain 0 would be good on all of them.')
  if (!Number.isSafeInteger(nonce) || nonce < 0) throw invalid('The authorization has no nonce.')
  return { address, chainId, nonce }
}

type Transaction = {
  to: EvmAddress
  data: `0x${string}`
  value: bigint
  nonce: number | undefined
  gas: bigint | undefined
}

function readTransaction(given: unknown): Transaction {
  if (!isRecord(given) || !isAddress(given['to'])) throw invalid('The transaction has no target.')
  const { to, data, value, nonce, gas } = given
  return {
    to,
    data: isHex(data) ? data : '0x',
    value: isHex(value) ? hexToBigInt(value) : 0n,
    nonce: isHex(nonce) ? hexToNumber(nonce) : undefined,
    gas: isHex(gas) ? hexToBigInt(gas) : undefined,
  }
}

async function fillTransaction(
  transaction: Transaction,
  where: { from: EvmAddress; rpc: RpcCall },
) {
  const { from, rpc } = where
  const { to, data, value } = transaction
  const call = { from, to, data, value: numberToHex(value) }
  const [nonce, gas, block] = await Promise.all([
    transaction.nonce ?? rpc('eth_getTransactionCount', [from, 'pending']).then(quantity),
    transaction.gas ?? rpc('eth_estimateGas', [call]).then(quantity),
    rpc('eth_getBlockByNumber', ['latest', false]),
  ])
  const tip = 1_000_000_000n
  const base = isRecord(block) ? quantity(block['baseFeePerGas'] ?? '0x0') : 0n
  return {
    to,
    data,
    value,
    nonce: Number(nonce),
    gas,
    maxPriorityFeePerGas: tip,
    maxFeePerGas: base * 2n + tip,
  }
}

function quantity(value: unknown): bigint {
  if (!isHex(value)) throw new ProviderError(providerCode.internal, 'The chain gave no number.')
  return hexToBigInt(value)
}

function isAddress(value: unknown): value is EvmAddress {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}
