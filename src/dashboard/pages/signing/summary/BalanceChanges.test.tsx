import { cleanup, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { buildUnknownChain } from '#dashboard/components/flow/chainIdentity.ts'
import { findRootToken } from '#dashboard/review/cases/roots.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { sampleRoots as roots } from '#testing/verifier/sampleCase.ts'
import { BalanceChanges } from './BalanceChanges.tsx'

afterEach(cleanup)

const [chain] = roots.chains.filter(({ kind }) => kind === 'evm')
const asset = chain && findRootToken(roots, { ...chain, token: devnetAddresses.usdc })

/** What the list says of a payment of 2 USDC out of so many. */
function show(before: bigint, note?: string): string {
  if (!asset) throw new Error('Expected USDC.')
  const one = {
    account: devnetAddresses.vault,
    asset,
    change: -2_000_000n,
    spent: -2_000_000n,
    isLater: false,
    isLeast: false,
    promised: undefined,
    before,
    after: before - 2_000_000n,
    simulated: undefined,
  }
  const props = { changes: [one], getChain: buildUnknownChain, ...(note !== undefined && { note }) }
  const { container } = render(createElement(BalanceChanges, props))
  const text = container.textContent
  cleanup()
  return text
}

test('what is there afterwards is said where the bytes fix it', () => {
  expect(show(5_000_000n)).toContain('5.00 now, 3.00 after')
  expect(show(5_000_000n)).toContain('Your balances before and after')
  expect(show(1_000_000n)).toContain('1.00 now: not enough')
})

test('no balance afterwards is claimed where calls may move more', () => {
  const note = 'Calls this app can’t decode may move more.'
  for (const before of [5_000_000n, 1_000_000n]) {
    const text = show(before, note)
    expect(text).toMatch(/\d\.00 now/)
    expect(text).not.toMatch(/after|not enough/)
    expect(text).toContain('Fixed by what you sign')
    expect(text).toContain(note)
  }
})
