import { expect, test } from 'vitest'

import { findResembled } from './resemblance.ts'

const usdc = 'eip155:1/erc20:0x0000000000000000000000000000000000000001'
const usdt = 'eip155:1/erc20:0x0000000000000000000000000000000000000002'
const listed = [
  { assetType: usdc, symbol: 'USDC', name: 'USD Coin' },
  { assetType: usdt, symbol: 'USDT', name: 'Tether USD' },
] as const

test.each([
  ['the same symbol', { symbol: 'USDC' }, usdc],
  ['another case', { symbol: 'usdt' }, usdt],
  ['a Cyrillic letter', { symbol: 'USDС' }, usdc],
  ['an accent and full-width letters', { symbol: 'ＵŚDC' }, usdc],
  ['a dollar sign', { symbol: 'U$DC' }, usdc],
  ['small capitals', { symbol: 'ᴜꜱᴅᴄ' }, usdc],
  ['Lisu letters', { symbol: 'ꓴꓢꓓꓚ' }, usdc],
  ['Canadian and Cherokee letters', { symbol: 'ᑌᏚᗪᎢ' }, usdt],
  ['Armenian and Coptic letters', { symbol: 'ՍՏDⲤ' }, usdc],
  ['an invisible letter', { symbol: 'US\u3164D\u115FC' }, usdc],
  ['a suffix', { symbol: 'USDC.e' }, usdc],
  ['a prefix', { symbol: 'axlUSDC' }, usdc],
  ['the name', { symbol: 'XYZ', name: 'Tether  USD' }, usdt],
  ['a letter with a stroke', { symbol: 'USDȻ' }, usdc],
  ['a sign for a letter', { symbol: '∪SDC' }, usdc],
  ['another sign', { symbol: '⋃SDC' }, usdc],
  ['Canadian letters throughout', { symbol: 'ᑌᔕᗪᑕ' }, usdc],
  ['Cherokee letters throughout', { symbol: 'ᏌᏚᎠᏟ' }, usdc],
  ['letters in squares', { symbol: '🆄🆂🅳🅲' }, usdc],
  ['letters in circles', { symbol: 'Ⓤⓢⓓⓒ' }, usdc],
  ['small raised letters', { symbol: 'ᵁˢᴰᶜ' }, usdc],
  ['mathematical letters', { symbol: '𝐔𝐒𝐃𝐂' }, usdc],
  ['double-struck letters', { symbol: 'USDℂ' }, usdc],
  ['a Roman numeral', { symbol: 'USDⅭ' }, usdc],
  ['a turned letter', { symbol: 'USDↃ' }, usdc],
  ['a currency for a letter', { symbol: 'USD₮' }, usdt],
  ['another currency', { symbol: 'USD₵' }, usdc],
  ['letters with hooks', { symbol: 'USƊƇ' }, usdc],
  ['a sign between letters', { symbol: 'US+DC' }, usdc],
  ['a tag after it', { symbol: 'USDC™' }, usdc],
  ['a name with digits for letters', { symbol: 'XYZ', name: 'USD C01N' }, usdc],
])('%s resembles a listed asset', (_, said, asset) => {
  expect(findResembled(said, listed)).toBe(asset)
})

test.each([
  ['another symbol', { symbol: 'PEPE', name: 'Pepe' }],
  ['nothing at all', {}],
  ['signs only', { symbol: '...' }],
  ['the symbol inside a word', { symbol: 'XUSDCX' }],
])('%s resembles none', (_, said) => {
  expect(findResembled(said, listed)).toBeUndefined()
})

test.each(['ɆTH', 'ΞTH', 'ETĦ', 'EŦH', 'ЕТН', 'ƐTH', '∑TH', 'ƎTH', 'ᎬᎢᎻ'])(
  '%s resembles ETH',
  (symbol) => {
    const eth = { ...listed[0], symbol: 'ETH', name: 'Ether' }
    expect(findResembled({ symbol }, [eth])).toBe(usdc)
  },
)

test('two letters that look like one resemble it', () => {
  const weth = { ...listed[0], symbol: 'WETH', name: 'Matic ether' }
  expect(findResembled({ symbol: 'VVETH' }, [weth])).toBe(usdc)
  expect(findResembled({ name: 'rnatic ether' }, [weth])).toBe(usdc)
})

test('the same symbol counts before a part of it', () => {
  const long = { ...listed[0], symbol: 'USD', name: 'A dollar' }
  expect(findResembled({ symbol: 'USDT' }, [long, listed[1]])).toBe(usdt)
})
