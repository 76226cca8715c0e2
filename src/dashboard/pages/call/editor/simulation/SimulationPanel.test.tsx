import { cleanup, fireEvent, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import type { CallSimulation } from '#chains/evm/trial/tryCalls.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { readCallForm } from '../../draft/callForm.ts'
import { callSearch } from '../../draft/callSearch.ts'
import { findReverting, type FormSimulation, toRequirements } from '../../draft/useSimulation.ts'
import { SimulationPanel } from './SimulationPanel.tsx'

afterEach(cleanup)

const { usdc, vault } = devnetAddresses
const good = { isSuccess: true, revertData: '0x', gasUsed: 100_000n, logs: [] } as const
const result: CallSimulation = {
  needs: { tokens: [], allowances: [] },
  calls: [good],
  changes: [
    { token: usdc, reported: undefined, before: 5_000_000n, brought: 95_000_000n, after: 0n },
    {
      token: vault,
      reported: { symbol: 'vUSDC', decimals: 6 },
      before: 0n,
      brought: 0n,
      after: 99n,
    },
  ],
  items: [{ symbol: 'COVE', id: 7n, isArrival: true }],
  gasUsed: 123_456n,
}

function buildForm() {
  const form = readCallForm(callSearch.read(new URLSearchParams()), {
    network: devnet,
    accounts: [],
    balances: undefined,
    nowSeconds: 1,
  })
  if (!form) throw new Error('Expected a chain of the devnet.')
  return form
}

function show(part: Partial<FormSimulation>) {
  const run = vi.fn<() => void>()
  const simulation: FormSimulation = {
    state: 'done',
    result: undefined,
    atMs: Date.now(),
    isInferring: false,
    needs: undefined,
    run,
    ...part,
  }
  showPage(createElement(SimulationPanel, { simulation, form: buildForm(), coin: 'ETH' }), {
    service: () => undefined,
  })
  return run
}

test('shows each balance before and after, what is brought for it, and what is not listed', async () => {
  show({ result })
  const rows = (await screen.findAllByRole('row')).map(({ textContent }) => textContent)
  expect(rows[1]).toBe('USDC5.00+95.00 from your payment0\u22125.00')
  expect(rows[2]).toContain('vUSDCshare of the vault')
  expect(screen.getByText('COVE number 7 received')).toBeTruthy()
  expect(screen.getByText(/Gas used: 123,456/)).toBeTruthy()
  expect(screen.getByText('Succeeds')).toBeTruthy()
})

test('names the call that reverts with the decoded reason', async () => {
  const revertData = '0x8456cb59'
  show({
    result: {
      ...result,
      needs: undefined,
      changes: [],
      items: [],
      calls: [{ ...good, isSuccess: false, revertData }],
    },
  })
  expect(screen.getByText('Call 1 reverts')).toBeTruthy()
  expect(await screen.findByText('Call 1 would revert: New call')).toBeTruthy()
  expect(screen.getByText(revertData)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a call that reverts now is one not to prepare, but for a later time or another form', () => {
  const calls = [good, { ...good, isSuccess: false }]
  const reverted = { state: 'done', result: { ...result, calls } } as const
  expect(findReverting(reverted, { validAfter: '' })).toBe(2)
  expect(findReverting(reverted, { validAfter: '1900000000' })).toBeUndefined()
  expect(findReverting({ ...reverted, state: 'running' }, { validAfter: '' })).toBeUndefined()
  expect(findReverting({ state: 'done', result }, { validAfter: '' })).toBeUndefined()
})

test.each([
  ['noAccount', /^Connect a wallet/, true],
  ['incomplete', /^Complete every call/, true],
  ['unsupported', /can’t simulate/, false],
  ['failed', /isn’t responding/, false],
] as const)('says why there is none: %s', (state, text, isDisabled) => {
  const run = show({ state })
  expect(screen.getByText(text)).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Simulate' })
  expect(button.hasAttribute('disabled')).toBe(isDisabled)
  fireEvent.click(button)
  expect(run).toHaveBeenCalledTimes(isDisabled ? 0 : 1)
})

test('what a simulation finds becomes rows of the form, to the smallest unit', () => {
  const { assets } = buildForm()
  const asset = assets.find(({ token }) => token === usdc)?.assetType
  const amount = 100_000_007n
  const allowances = [{ token: usdc, spender: vault, amount }]
  expect(toRequirements({ tokens: [{ token: usdc, amount }], allowances }, assets)).toEqual({
    tokens: [{ asset, amount: '100.000007', spender: '' }],
    allowances: [{ asset, amount: '100.000007', spender: vault }],
  })
})
