import { describe, expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { StateOverride } from '#protocol/quotes/callQuote.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { ServiceError } from '../../ServiceError.ts'
import { checkCalls } from './checkCalls.ts'

const account: EvmAddress = `0x${'a1'.repeat(20)}`
const target: EvmAddress = `0x${'7a'.repeat(20)}`
const slot = `0x${'00'.repeat(32)}` as const
const { usdc } = devnetAddresses
const ours = [
  'entryPoint',
  'accountFactory',
  'roleAccount',
  'basicAccount',
  'delegate',
  'paymaster',
  'originEscrow',
  'destinationSettler',
  'signers',
  'validityGuard',
  'outputGuard',
] as const

/** Every kind of state override. */
const pretences = {
  'its code': { code: '0x00' },
  'its balance': { balance: '0x1' },
  'its storage': { stateDiff: { [slot]: slot } },
} as const satisfies Record<string, Omit<StateOverride, 'address'>>

describe.each(Object.entries(pretences))('nobody may pretend, by %s,', (_, pretence) => {
  test.each(ours)('the state of our %s', (name) => {
    const address = devnetAddresses[name]
    expect(fieldRefused({ address, ...pretence })).toBe('overrides.0.address')
  })

  test.each([
    ['the account that makes the calls', account],
    ['a listed token', usdc],
    ['address 0', `0x${'00'.repeat(20)}`],
  ] as const)('the state of %s', (_name, address) => {
    expect(fieldRefused({ address, ...pretence })).toBe('overrides.0.address')
  })

  test('but that of the called contract', () => {
    expect(fieldRefused({ address: target, ...pretence })).toBe('none')
  })
})

/** Returns the path of the field at fault; `none` when nothing is refused. */
function fieldRefused(override: StateOverride): string {
  const [chain] = devnet.chains
  if (!chain) throw new Error('The devnet has no chain.')
  try {
    checkCalls({
      account,
      chain,
      calls: [{ to: target, data: '0x', value: '0x0' }],
      allowances: [],
      overrides: [override],
      tokens: [usdc],
    })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return error.issues?.[0]?.path ?? error.message
  }
  return 'none'
}
