import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { buildUnknownChain } from '../../../components/flow/chainIdentity.ts'
import { HistoryEntry } from './HistoryEntry.tsx'
import type { HistoryRow } from '../rows/historyRow.ts'

afterEach(cleanup)

const lagoon = { ...buildUnknownChain('eip155:71117003'), name: 'Lagoon' }
const usdc = { units: 101_000_000n, decimals: 6, symbol: 'USDC' }

/** Renders the row of an execution and returns its text. */
function renderText(row: Pick<HistoryRow, 'type' | 'status'> & Partial<HistoryRow>): string {
  render(
    <ul>
      <HistoryEntry
        nowMs={1_800_000_060_000}
        row={{
          quoteId: `0x${'e6'.repeat(32)}`,
          atMs: 1_800_000_000_000,
          paid: usdc,
          paidUsd: 101,
          received: { ...usdc, symbol: 'ETH' },
          minimum: undefined,
          destination: lagoon,
          receivedUsd: 101,
          recipient: undefined,
          recipientName: undefined,
          isToOther: false,
          callName: undefined,
          failReason: undefined,
          legs: [{ chain: lagoon, valueUsd: 101, state: 'returned', crest: 0.62 }],
          destinationState: 'waiting',
          hasFailed: true,
          wasTaken: true,
          feesUsd: undefined,
          isReported: false,
          ...row,
        }}
      />
    </ul>,
  )
  const text = screen.getByRole('listitem').textContent ?? ''
  cleanup()
  return text
}

test('a refunded call says why it did not run and that all came back', () => {
  const text = renderText({ type: 'CALL', status: 'REFUNDED', failReason: 'UNKNOWN' })
  expect(text).toMatch(/^Contract call on LagoonFor 101\.00 USDC/)
  expect(text).toContain('RefundedSomething stopped this call')
  expect(text).toContain('Fully refunded')
  expect(text).not.toMatch(/call runs|Call is next|deliver/i)
})

test('a refund says that something came back only where something was taken', () => {
  const text = renderText({ type: 'SWAP', status: 'REFUNDED', wasTaken: false })
  expect(text).toContain('Nothing charged')
  expect(text).not.toContain('Fully refunded')
})

test('a failed call says what its owner has to do', () => {
  const text = renderText({ type: 'CALL', status: 'FAILED', failReason: 'ORDER_EXPIRED' })
  expect(text).toContain('FailedTime ran out before delivery')
  expect(text).toContain('Ready to reclaim')
  expect(text).not.toMatch(/call runs|Call is next|Refunded/)
})

test('a failed swap is told as a swap', () => {
  const text = renderText({ type: 'SWAP', status: 'FAILED', failReason: 'UNKNOWN' })
  expect(text).toMatch(/^101\.00 USDCSwap to ETH on Lagoon/)
  expect(text).toContain('Something stopped this swap')
  expect(text).toContain('Ready to reclaim')
})

test('a transfer is told by what the recipient gets, not by what it cost with its fees', () => {
  const sent = { received: { ...usdc, units: 100_000_000n }, receivedUsd: 100, hasFailed: false }
  const done = renderText({ type: 'TRANSFER', status: 'COMPLETED', ...sent })
  expect(done).toMatch(/^100\.00 USDCTransfer to your account on Lagoon/)
  expect(done).toContain('Delivered$100.00')
  expect(done).not.toContain('101')
  const going = renderText({ type: 'TRANSFER', status: 'IN_PROGRESS', minimum: usdc, ...sent })
  expect(going).not.toContain('At least')
})

test('a reason that is not known stands in the row as it came', () => {
  expect(renderText({ type: 'CALL', status: 'REFUNDED', failReason: 'BRAND_NEW' })).toContain(
    'BRAND_NEW',
  )
})
