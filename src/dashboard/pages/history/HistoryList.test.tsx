// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { toAssetRecords } from '#networks/toAssetRecords.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { buildTestRecord } from '#testing/dashboard/record.ts'
import { identifyChains } from '../../components/flow/chainIdentity.ts'
import { HistoryList } from './HistoryList.tsx'
import type { RowNames } from './historyRow.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const count = 100_000
const names: RowNames = {
  assets: toAssetRecords(devnet),
  chains: identifyChains(devnet.chains.map(({ chainId, name }) => ({ chain: chainId, name }))),
  order: 'createdAt',
}
const statuses = ['COMPLETED', 'COMPLETED', 'REFUNDED', 'IN_PROGRESS', 'FAILED'] as const
const start = Date.parse('2026-11-21T12:00:00.000Z')

/** Executions of one account, five minutes apart, in every state. */
function buildRecords(): readonly HistoryRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const status = statuses[index % statuses.length] ?? 'COMPLETED'
    const hasFailed = status === 'REFUNDED' || status === 'FAILED'
    return buildTestRecord({
      quoteId: `0x${String(index).padStart(64, '0')}`,
      status,
      ...(hasFailed && { failReason: 'SLIPPAGE' }),
      timestamp: new Date(start - index * 300_000).toISOString(),
    })
  })
}

function renderList(records: readonly HistoryRecord[]) {
  const more = { hasMore: false, isLoading: false, load: () => undefined }
  return render(
    <HistoryList records={records} names={names} more={more} openId="" onOpen={() => undefined} />,
  )
}

/** Scrolls to a part of the list. @returns The ids of the executions that are rendered then. */
async function scrollTo(list: Element, part: number): Promise<readonly string[]> {
  const height = Number.parseFloat(list.getAttribute('style')?.match(/height: ([\d.]+)/)?.[1] ?? '')
  const top = -Math.max(0, height * part - 900)
  vi.spyOn(list, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 1200, height))
  fireEvent.scroll(window)
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  return [...list.querySelectorAll('[data-entry]')].map(
    (one) => one.getAttribute('data-entry') ?? '',
  )
}

test('100,000 executions keep as few elements in the page as a screen shows, from the first to the last', async () => {
  const records = buildRecords()
  const { container } = renderList(records)
  const list = container.firstElementChild
  if (!list) throw new Error('There is no list')
  const seen = new Set<string>()
  for (const part of [0, 0.1, 0.37, 0.5, 0.75, 1]) {
    // Each place is looked at after the one before.
    // oxlint-disable-next-line no-await-in-loop
    const shown = await scrollTo(list, part)
    for (const id of shown) seen.add(id)
    expect(shown.length).toBeGreaterThan(8)
    // With the rest of the page, fewer than 400. Source: figures, "First page".
    expect(list.querySelectorAll('*').length, `at ${part}`).toBeLessThan(260)
  }
  expect(seen).toContain(records[0]?.quoteId)
  expect(seen).toContain(records.at(-1)?.quoteId)
  expect(screen.getAllByRole('listitem').at(-1)?.getAttribute('aria-posinset')).toBe(String(count))
})
