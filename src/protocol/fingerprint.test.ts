import { expect, test } from 'vitest'

import type { Deployment } from './deployment.ts'
import { fingerprintOf, type Installed, isSameInstalled } from './fingerprint.ts'

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
const installed: Installed = { network: 'mirror', quoteSigner: `0x${'01'.repeat(32)}`, deployment }

test('a fingerprint is six groups of four digits, and does not change', () => {
  expect(fingerprintOf(installed)).toMatchInlineSnapshot(`"040f ac9c 1516 1d3f 70da c8b1"`)
})

test('the case of an address and the order of fields do not count', () => {
  const other: unknown = JSON.parse(JSON.stringify(installed).replaceAll('aB', 'ab'))
  expect(JSON.stringify(other)).not.toBe(JSON.stringify(installed))
  expect(isSameInstalled(installed, Object(other))).toBe(true)
  expect(fingerprintOf(Object(other))).toBe(fingerprintOf(installed))
})

/** Every leaf of a value, as the path to it. */
function leavesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, [...path, key]))
}

test.each(leavesOf(installed).map((path) => [path.join('.'), path] as const))(
  'another %s is another installation',
  (_, path) => {
    const other: Installed = structuredClone(installed)
    const holder: Record<string, unknown> = path
      .slice(0, -1)
      .reduce((at, key) => Object(Object(at)[key]), Object(other))
    const last = path.at(-1) ?? ''
    holder[last] = typeof holder[last] === 'number' ? 501 : `${String(holder[last])}0`
    expect(isSameInstalled(installed, other)).toBe(false)
    expect(fingerprintOf(other)).not.toBe(fingerprintOf(installed))
  },
)
