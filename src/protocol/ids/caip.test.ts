import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  AggregatedAssetId,
  AssetId,
  AssetType,
  checksumAddress,
  ChainId,
  EvmAddress,
  toEvmChainId,
  getEvmChainNumber,
  isAssetType,
  isSameAddress,
  isSameAsset,
  parseRecipient,
  RecipientAccount,
  SolanaAddress,
  splitAssetType,
} from './caip.ts'

const lowerAddress = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => EvmAddress.parse(`0x${Buffer.from(bytes).toString('hex')}`))
const chainNumber = fc.integer({ min: 1, max: 2 ** 31 })
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

test('an address reads in lower case and with its checksum, and both are the same account', () => {
  fc.assert(
    fc.property(lowerAddress, (address) => {
      const mixed = checksumAddress(address)
      expect(EvmAddress.parse(mixed)).toBe(mixed)
      expect(isSameAddress(address, mixed)).toBe(true)
    }),
  )
})

test('an address with one letter in the wrong case is refused', () => {
  fc.assert(
    fc.property(lowerAddress, fc.nat(), (address, seed) => {
      const mixed = checksumAddress(address)
      const letters = mixed.split('').flatMap((c, i) => (i > 1 && /[a-f]/i.test(c) ? [i] : []))
      fc.pre(letters.length > 2)
      const at = letters[seed % letters.length] ?? 2
      const letter = mixed.charAt(at)
      const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      const wrong = mixed.slice(0, at) + swapped + mixed.slice(at + 1)
      const digits = wrong.slice(2)
      fc.pre(digits !== digits.toLowerCase() && digits !== digits.toUpperCase())
      expect(EvmAddress.safeParse(wrong).success).toBe(false)
    }),
  )
})

test('asset types split into what they were made of', () => {
  fc.assert(
    fc.property(chainNumber, lowerAddress, (number, address) => {
      const chainId = toEvmChainId(number)
      const parts = splitAssetType(AssetType.parse(`${chainId}/erc20:${address}`))
      expect(parts).toEqual({ chainId, namespace: 'erc20', reference: address })
      expect(getEvmChainNumber(chainId)).toBe(number)
    }),
  )
})

test.each([
  'eip155:1/slip44:60',
  `eip155:1/erc20:${usdc}`,
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/slip44:501',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
])('takes %s as an asset type', (text) => {
  expect(AssetType.parse(text)).toBe(text)
  expect(isAssetType(AssetId.parse(text))).toBe(true)
})

test.each([
  'eip155:1',
  'eip155:1/',
  'eip155:01/slip44:60',
  'eip155:1/erc20:0x12',
  `eip155:1/token:${usdc}`,
  'eip155:1/slip44:060',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/erc20:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  `eip155:1/erc20:${usdc}:1`,
  'bip122:1/slip44:0',
])('refuses %s as an asset type', (text) => {
  expect(AssetType.safeParse(text).success).toBe(false)
})

test.each(['agg:usdc', 'agg:usdc.e', 'agg:a+b', 'agg:1inch', 'ob:usdc'])('takes %s', (text) => {
  expect(AggregatedAssetId.parse(text)).toBe(text)
})

test.each(['agg:USDC', 'agg:', 'usdc', 'agg:us dc', 'AGG:usdc'])('refuses %s', (text) => {
  expect(AggregatedAssetId.safeParse(text).success).toBe(false)
})

test('EVM assets compare without case, Solana ones with', () => {
  const a = AssetType.parse(`eip155:1/erc20:${usdc}`)
  expect(isSameAsset(a, AssetType.parse(`eip155:1/erc20:${usdc.toLowerCase()}`))).toBe(true)
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  expect(isSameAddress(mint, mint.replace('E', 'e'))).toBe(false)
})

test('a recipient is a chain and an address of its family', () => {
  expect(parseRecipient(`eip155:1:${usdc}`)).toEqual({ chainId: 'eip155:1', address: usdc })
  expect(parseRecipient(`solana:abc:${usdc}`)).toBeUndefined()
  expect(parseRecipient(usdc)).toBeUndefined()
  expect(parseRecipient('')).toBeUndefined()
})

test('chain numbers have no leading zeros and Solana addresses have 32 to 44 characters', () => {
  expect(ChainId.safeParse('eip155:007').success).toBe(false)
  expect(SolanaAddress.safeParse('1'.repeat(31)).success).toBe(false)
  expect(SolanaAddress.safeParse('1'.repeat(32)).success).toBe(true)
  expect(SolanaAddress.safeParse('0'.repeat(40)).success).toBe(false)
  // 31 bytes, and 33.
  expect(SolanaAddress.safeParse('z'.repeat(42)).success).toBe(false)
  expect(SolanaAddress.safeParse('z'.repeat(44)).success).toBe(false)
})

const account = '0x66A7d3C6523bbF8201Bc1279Dd664a040540820d'
const genesis = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const wrongChecksum = `eip155:1:${account.slice(0, -1)}D`

test.each([
  ['agg:USDC', 'Write agg:usdc, in lower case and without spaces.'],
  [' agg:usdc', 'Write agg:usdc, in lower case and without spaces.'],
  [`eip155:1/ERC20:${account}`, `Write eip155:1/erc20:${account}.`],
  [`EIP155:1/erc20:${account}`, `Write eip155:1/erc20:${account}.`],
  [`eip155:1/token:${account}`, `Write eip155:1/erc20:${account}.`],
  ['eip155:1/native', 'Write eip155:1/slip44:60 for the native coin.'],
  [`${genesis}/native`, `Write ${genesis}/slip44:501 for the native coin.`],
  [`eip155:1/erc20:${account.slice(0, -1)}D`, 'EIP-55 checksum'],
  ['eip155:1/erc20:0x12', 'Expected an address: 0x and 40 hex digits.'],
  [`${genesis}/token:abc`, 'Expected a Solana address'],
  [account, `Name the chain of the asset too: eip155:1/erc20:${account}.`],
  ['usdc', 'Expected an asset id: agg:usdc'],
  [`agg:${'x'.repeat(200)}`, 'Expected an asset id: agg:usdc'],
  [5, 'Expected an asset id: agg:usdc'],
])('an asset id that is wrong is told the reason or the right spelling: %s', (id, sentence) => {
  const { issues = [] } = AssetId.safeParse(id).error ?? {}
  expect(issues).toMatchObject([{ message: expect.stringContaining(sentence) }])
})

test.each([
  [wrongChecksum, 'EIP-55 checksum'],
  [account, `Name the chain of the account too: eip155:1:${account}.`],
  ['eip155:1:0x12', 'Expected an address: 0x and 40 hex digits.'],
  [`${genesis}:abc`, 'Expected a Solana address'],
  [`ethereum:${account}`, 'Expected <chain id>:<address>'],
  ['x'.repeat(200), 'Expected <chain id>:<address>'],
])('an account that is wrong is told the reason or the right spelling: %s', (text, sentence) => {
  const { issues = [] } = RecipientAccount.safeParse(text).error ?? {}
  expect(issues).toMatchObject([{ message: expect.stringContaining(sentence) }])
})
