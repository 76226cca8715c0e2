import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { mirrorChains } from '#networks/mirror/mirrorChains.ts'
import { toEvmChainId } from '#protocol/ids/caip.ts'
import { findChainLogo, findCoinLogo, type Logo } from './logos.ts'

const tokens = readFileSync('src/dashboard/app/tokens.css', 'utf8')
const symbols = [
  ...devnetWithSolana.aggregates.map(({ symbol }) => symbol),
  ...mirrorChains.flatMap(({ coin, wrapped, tokens: more }) =>
    [coin, wrapped, ...more].map(({ symbol }) => symbol),
  ),
]
const chainIds = [
  ...devnetWithSolana.chains.map(({ chainId }) => chainId),
  ...mirrorChains.map(({ number }) => toEvmChainId(number)),
]

function toText(logo: Logo | undefined): string {
  return logo?.paths.join() ?? ''
}

test.each([...new Set(symbols)])('%s has a logo', (symbol) => {
  expect(toText(findCoinLogo(symbol))).toMatch(/^[Mm]/)
})

test('USDC and USDT do not look alike', () => {
  expect(toText(findCoinLogo('USDC'))).not.toBe(toText(findCoinLogo('USDT')))
})

test('each chain of a network has a glyph that no other has', () => {
  const drawn = chainIds.map((chainId) => toText(findChainLogo(chainId)))
  expect(drawn.every((path) => path !== '')).toBe(true)
  expect(new Set(drawn).size).toBe(new Set(chainIds).size)
})

test('an unknown coin or chain has none', () => {
  expect(findCoinLogo('USDC.e')).toBeUndefined()
  expect(findCoinLogo('constructor')).toBeUndefined()
  expect(findChainLogo('eip155:5')).toBeUndefined()
})

test.each([
  ['light', '#ffffff', 0],
  ['dark', '#101a21', 1],
] as const)('every logo stands out from its coin in the %s theme', (_theme, surface, index) => {
  const colours = [...tokens.matchAll(/--coin-\w+: light-dark\((#\w+), (#\w+)\)/g)]
  expect(colours).toHaveLength(7)
  for (const colour of colours)
    expect(computeContrast(String(colour[index + 1]), surface), colour[0]).toBeGreaterThan(4.5)
})

/** The contrast ratio of two colours. Source: WCAG 2.2, "contrast ratio". */
function computeContrast(first: string, second: string): number {
  const [a = 0, b = 0] = [first, second]
    .map((one) => computeLuminance(one))
    .toSorted((x, y) => y - x)
  return (a + 0.05) / (b + 0.05)
}

function computeLuminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
