import { z } from 'zod/mini'
import { getAddress } from 'viem/utils'

import { decodeBase58 } from './base58.ts'
import { createBoundedCache } from './boundedCache.ts'

/**
 * Checksums by lower-case address, so that an address is hashed once however often it is validated.
 */
const checksums = createBoundedCache<string>(20_000)

/** Returns the 40 characters of an EVM address with EIP-55 checksum, without `0x`. */
export function toChecksum(address: string): string {
  const plain = address.toLowerCase()
  return checksums.get(plain, () => getAddress(plain).slice(2))
}

/** Whether an EVM address is all lower case, all upper case or has a valid EIP-55 checksum. */
export function isChecksumValid(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  return toChecksum(address) === digits
}

const evmForm = 'Expected an address: 0x and 40 hex digits.'
const wrongChecksum =
  'The EIP-55 checksum of this address is wrong. Compare it with its source; in lower case it has none.'

/**
 * An EVM address: `0x` and 40 hex characters.
 *
 * All lower or all upper case is accepted; mixed case must have a valid EIP-55 checksum.
 * Source: ours (wire, "Quotes": wrong checksum is 400).
 */
export const EvmAddress = z
  .templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]{40}$/))], evmForm)
  .check(z.refine(isChecksumValid, wrongChecksum))
export type EvmAddress = z.output<typeof EvmAddress>

const solanaForm = 'Expected a Solana address: 32 bytes in base58.'

/** A Solana address: base58 of 32 bytes, 32 to 44 characters. Source: specification section 1. */
export const SolanaAddress = z.string().check(
  z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, { message: solanaForm, abort: true }),
  z.refine((text) => decodeBase58(text).length === 32, solanaForm),
)
export type SolanaAddress = z.output<typeof SolanaAddress>

/** Several of them. */
export const SolanaAddresses = z.array(SolanaAddress)

/** An address of either ecosystem. */
export const AccountAddress = z.union(
  [EvmAddress, SolanaAddress],
  'Expected an address: 0x and 40 hex digits, or 32 bytes in base58.',
)
export type AccountAddress = z.output<typeof AccountAddress>

const evmChain = z.templateLiteral(['eip155:', z.string().check(z.regex(/^(0|[1-9]\d{0,15})$/))])
const solanaChain = z.templateLiteral([
  'solana:',
  z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{1,32}$/)),
])

/** A CAIP-2 chain id: `eip155:<decimal number>` or `solana:<base58 genesis reference>`. */
export const ChainId = z.union([evmChain, solanaChain], 'Expected a chain id, such as eip155:1.')
export type ChainId = z.output<typeof ChainId>

const assetTypeForm = 'Expected a CAIP-19 asset type, such as eip155:1/slip44:60.'
const AssetNamespace = z.enum(['erc20', 'slip44', 'token'])

/**
 * One asset on one chain, as CAIP-19: `<chain id>/<namespace>:<reference>`.
 *
 * The reference is a contract address (`erc20`), a coin number (`slip44`, the chain's native coin)
 * or a mint (`token`, Solana). References keep their case; compare with {@link isSameAsset}.
 */
export const AssetType = z
  .templateLiteral(
    [
      z.enum(['eip155', 'solana']),
      ':',
      z.string().check(z.regex(/^[a-zA-Z0-9]{1,32}$/)),
      '/',
      AssetNamespace,
      ':',
      z.string().check(z.regex(/^[a-zA-Z0-9]{1,64}$/)),
    ],
    { error: ({ input }) => explainAssetType(input) },
  )
  .check(z.refine(isAssetTypeWhole, { error: ({ input }) => explainAssetType(input) }))
export type AssetType = z.output<typeof AssetType>

const aggregatedIdPattern = /^[a-z][a-z0-9]{0,15}:[a-z0-9.+-]{1,20}$/

/**
 * A group of equivalent assets across chains: a prefix (`agg` by default) and a lower-case ticker.
 *
 * Only the form is checked here; the network defines which prefix and tickers exist.
 */
export const AggregatedAssetId = z.string().check(
  z.regex(aggregatedIdPattern, {
    error: ({ input }) => explainLetters(input) ?? 'Expected an aggregated asset id: agg:usdc.',
    abort: true,
  }),
)
export type AggregatedAssetId = z.output<typeof AggregatedAssetId>

/** An aggregated asset (any chain) or one asset on one chain. */
export const AssetId = z.union([AssetType, AggregatedAssetId], {
  error: ({ input }) => explainAssetId(input),
})
export type AssetId = z.output<typeof AssetId>

/** Letters of the longest id; a longer text is not repeated in an error. */
const maxLetters = 128
const recipientForm = 'Expected <chain id>:<address>, such as eip155:1:0x….'

/** A destination account in CAIP-10 form: `<chain id>:<address>`. */
export const RecipientAccount = z.string().check(
  z.maxLength(maxLetters, { error: recipientForm, abort: true }),
  z.refine((text) => parseRecipient(text) !== undefined, {
    error: ({ input }) => explainRecipient(input),
  }),
)
export type RecipientAccount = z.output<typeof RecipientAccount>

/** A {@link RecipientAccount} on an EVM chain, the only kind that generation 1 accepts. */
export const EvmRecipientAccount = RecipientAccount.check(
  z.refine(
    (text) => text.startsWith('eip155:'),
    'Expected an account on an EVM chain, such as eip155:1:0x…: generation 3 takes Solana accounts.',
  ),
)

/** Splits an asset type into chain, namespace and reference. */
export function splitAssetType(assetType: AssetType) {
  const slash = assetType.indexOf('/')
  const colon = assetType.indexOf(':', slash)
  return {
    chainId: ChainId.parse(assetType.slice(0, slash)),
    namespace: AssetNamespace.parse(assetType.slice(slash + 1, colon)),
    reference: assetType.slice(colon + 1),
  }
}

/** Whether two asset types name the same asset; EVM ids are case-insensitive, base58 is not. */
export function isSameAsset(a: AssetType, b: AssetType): boolean {
  return a.startsWith('eip155:') ? a.toLowerCase() === b.toLowerCase() : a === b
}

/** Whether two addresses are equal; EVM addresses are case-insensitive, base58 is not. */
export function isSameAddress(a: string, b: string): boolean {
  return a.startsWith('0x') ? a.toLowerCase() === b.toLowerCase() : a === b
}

/** Ecosystems of chains. Use it in an exhaustive `switch` or as the key of a table. */
export type ChainKind = 'evm' | 'solana'

/** Returns the ecosystem of a chain, or of the chain of an asset. */
export function getChainKind(id: ChainId | AssetType): ChainKind {
  return id.startsWith('eip155:') ? 'evm' : 'solana'
}

const betaKinds: Readonly<Record<ChainKind, boolean>> = { evm: false, solana: true }

/** Whether support of a chain, or of the chain of an asset, is in beta. Source: specification. */
export function isBeta(id: ChainId | AssetType): boolean {
  return betaKinds[getChainKind(id)]
}

/** Whether an address belongs to the same ecosystem as a chain. */
export function isAddressOn(address: string, chainId: ChainId): boolean {
  return address.startsWith('0x') === chainId.startsWith('eip155:')
}

/** Whether an asset id names an asset on one chain rather than an aggregate. */
export function isAssetType(assetId: AssetId): assetId is AssetType {
  return assetId.includes('/')
}

/** Returns the EIP-155 number of an EVM chain; undefined for other ecosystems. */
export function getEvmChainNumber(chainId: ChainId): number | undefined {
  return chainId.startsWith('eip155:') ? Number(chainId.slice('eip155:'.length)) : undefined
}

/** Returns the CAIP-2 id of an EVM chain number. */
export function toEvmChainId(chainNumber: number): ChainId {
  return `eip155:${chainNumber}`
}

/** Splits a CAIP-10 recipient into chain and address; undefined when the text is invalid. */
export function parseRecipient(
  text: string,
): { chainId: ChainId; address: AccountAddress } | undefined {
  const colon = text.lastIndexOf(':')
  const chainId = ChainId.safeParse(text.slice(0, colon))
  if (!chainId.success) return undefined
  const schema = chainId.data.startsWith('eip155:') ? EvmAddress : SolanaAddress
  const address = schema.safeParse(text.slice(colon + 1))
  return address.success ? { chainId: chainId.data, address: address.data } : undefined
}

/** Returns an address with its EIP-55 checksum, as all API responses write EVM addresses. */
export function checksumAddress(address: EvmAddress): EvmAddress {
  return `0x${toChecksum(address)}`
}

function isAssetTypeWhole(text: string): boolean {
  const slash = text.indexOf('/')
  const chain = ChainId.safeParse(text.slice(0, slash))
  if (!chain.success) return false
  const [namespace, reference] = text.slice(slash + 1).split(':')
  if (namespace === undefined || reference === undefined) return false
  if (namespace === 'slip44') return /^(0|[1-9]\d{0,9})$/.test(reference)
  if (chain.data.startsWith('eip155:'))
    return namespace === 'erc20' && EvmAddress.safeParse(reference).success
  return namespace === 'token' && SolanaAddress.safeParse(reference).success
}

/** Says what is wrong with a text that should be an asset id, with the right spelling where it can be told. */
function explainAssetId(input: unknown): string {
  const text = toShortText(input)
  if (text.includes('/')) return explainAssetType(input)
  if (AccountAddress.safeParse(text).success)
    return `Name the chain of the asset too: ${text.startsWith('0x') ? 'eip155:1/erc20' : 'solana:<genesis>/token'}:${text}.`
  return (
    explainLetters(input) ??
    'Expected an asset id: agg:usdc, or a CAIP-19 asset type such as eip155:1/slip44:60.'
  )
}

/** The spelling of an aggregated id that has upper-case letters or spaces; undefined for other texts. */
function explainLetters(input: unknown): string | undefined {
  const right = toShortText(input).toLowerCase()
  return aggregatedIdPattern.test(right)
    ? `Write ${right}, in lower case and without spaces.`
    : undefined
}

function explainAssetType(input: unknown): string {
  const [, chain = '', name = '', reference] =
    /^([^/]+)\/([a-z0-9]+)(?::(.+))?$/i.exec(toShortText(input)) ?? []
  const chainId = chain.replace(/^(eip155|solana):/i, (prefix) => prefix.toLowerCase())
  if (!ChainId.safeParse(chainId).success) return assetTypeForm
  const isEvm = chainId.startsWith('eip155:')
  const coin = `${chainId}/slip44:${isEvm ? 60 : 501}`
  if (/^(native|slip44|coin)$/i.test(name)) return `Write ${coin} for the native coin.`
  if (!/^(erc20|token)$/i.test(name) || reference === undefined) return assetTypeForm
  const address = (isEvm ? EvmAddress : SolanaAddress).safeParse(reference)
  if (!address.success) return address.error.issues[0]?.message ?? assetTypeForm
  return `Write ${chainId}/${isEvm ? 'erc20' : 'token'}:${reference}.`
}

function explainRecipient(input: unknown): string {
  const text = toShortText(input)
  if (AccountAddress.safeParse(text).success)
    return `Name the chain of the account too: ${text.startsWith('0x') ? 'eip155:1' : 'solana:<genesis>'}:${text}.`
  const colon = text.lastIndexOf(':')
  const chainId = text.slice(0, colon)
  if (!ChainId.safeParse(chainId).success) return recipientForm
  const schema = chainId.startsWith('eip155:') ? EvmAddress : SolanaAddress
  return schema.safeParse(text.slice(colon + 1)).error?.issues[0]?.message ?? recipientForm
}

/** Without spaces around it; empty for what is no text, or too long to repeat. */
function toShortText(input: unknown): string {
  const text = typeof input === 'string' ? input.trim() : ''
  return text.length <= maxLetters ? text : ''
}

/** Returns the reference of a CAIP-2 chain id: the part after the colon. */
export function getChainReference(chainId: ChainId): string {
  return chainId.slice(chainId.indexOf(':') + 1)
}
