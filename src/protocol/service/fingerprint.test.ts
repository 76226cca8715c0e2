import { expect, test } from 'vitest'

import type { Deployment } from './deployment.ts'
import { getFingerprint, type Installed, isSameInstalled } from './fingerprint.ts'

const address = `0x${'aB'.repeat(20)}` as const
const contracts = {
  entryPoint: address,
  accountFactory: address,
  roleAccount: address,
  basicAccount: address,
  delegate: address,
  paymaster: address,
  originEscrow: address,
  destinationSettler: address,
  signers: address,
  validityGuard: address,
  outputGuard: address,
  swapRouter: address,
  quoter: address,
  poolFactory: address,
  wrappedNative: address,
}
const deployment: Deployment = {
  roles: { executor: address, solver: address, payee: address, feeReceiver: address },
  chains: [
    {
      chainId: 'eip155:1',
      contracts,
      feeds: { eth: address },
      pools: [{ pool: address, tokens: [address, address], fee: 500 }],
    },
  ],
}
const base58 = 'AarZcS1rjecCKouuFor4ZTz46LYc61fyH4nC7cxYYWNR'
const cluster = {
  chainId: 'solana:3w66d784TGJgHWm4wczXAAG2JjP87oJX',
  genesisHash: base58,
  program: base58,
  roles: { executor: base58, solver: base58, payee: base58, feeReceiver: base58 },
} as const
const installed: Installed = { network: 'mirror', quoteSigner: `0x${'01'.repeat(32)}`, deployment }

test('a fingerprint is six groups of four digits, and does not change', () => {
  expect(getFingerprint(installed)).toMatchInlineSnapshot(`"f321 16e2 319c 5112 da13 7850"`)
})

test('the case of an address and the order of fields do not count', () => {
  const other: unknown = JSON.parse(JSON.stringify(installed).replaceAll('aB', 'ab'))
  expect(JSON.stringify(other)).not.toBe(JSON.stringify(installed))
  expect(isSameInstalled(installed, Object(other))).toBe(true)
  expect(getFingerprint(Object(other))).toBe(getFingerprint(installed))
})

test('what is on Solana counts too, and there the case of an address does', () => {
  const both = { ...installed, deployment: { ...deployment, solana: [cluster] } }
  expect(getFingerprint(both)).not.toBe(getFingerprint(installed))
  for (const path of getLeaves(cluster)) {
    const text = JSON.stringify(both)
    const name = path.at(-1) ?? ''
    const other: unknown = JSON.parse(
      text.replace(new RegExp(`(?<="solana":.*"${name}":")[^"]+`), (value) => flippedCase(value)),
    )
    expect(JSON.stringify(other), name).not.toBe(text)
    expect(isSameInstalled(both, Object(other)), name).toBe(false)
    expect(getFingerprint(Object(other)), name).not.toBe(getFingerprint(both))
  }
})

/** Flips the case of the text's last letter. */
function flippedCase(text: string): string {
  const last = text.slice(-1)
  return text.slice(0, -1) + (last === last.toLowerCase() ? last.toUpperCase() : last.toLowerCase())
}

/** Returns the path of every leaf of a value. */
function getLeaves(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, member]) => getLeaves(member, [...path, key]))
}

test.each(getLeaves(installed).map((path) => [path.join('.'), path] as const))(
  'another %s is another installation',
  (_, path) => {
    const other: Installed = structuredClone(installed)
    const holder: Record<string, unknown> = path
      .slice(0, -1)
      .reduce((at, key) => Object(Object(at)[key]), Object(other))
    const last = path.at(-1) ?? ''
    holder[last] = typeof holder[last] === 'number' ? 501 : `${String(holder[last])}0`
    expect(isSameInstalled(installed, other)).toBe(false)
    expect(getFingerprint(other)).not.toBe(getFingerprint(installed))
  },
)
