import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { toAssetRecords } from '#networks/toAssetRecords.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { buildTestRecord } from '#testing/dashboard/record.ts'
import { identifyChains } from '../../../components/flow/chainIdentity.ts'
import { HistoryList } from './HistoryList.tsx'
import type { RowNames } from '../rows/historyRow.ts'

afterEach(() => {
  cleanup()
  window.scrollTo(0, 0)
  vi.restoreAllMocks()
})

const count = 10_000
const names: RowNames = {
  assets: toAssetRecords(devnet),
  chains: identifyChains(devnet.chains.map(({ chainId, name }) => ({ chain: chainId, name }))),
  order: 'createdAt',
}
const statuses = ['COMPLETED', 'COMPLETED', 'REFUNDED', 'IN_PROGRESS', 'FAILED'] as const
const start = Date.parse('2026-11-21T12:00:00.000Z')

/** Executions of one account, five minutes apart, in every state. */
function buildRecords(length = count): readonly HistoryRecord[] {
  return Array.from({ length }, (_, index) => {
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
  window.scrollTo(0, -top)
  fireEvent.scroll(window)
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  return [...list.querySelectorAll('[data-entry]')].map(
    (one) => one.getAttribute('data-entry') ?? '',
  )
}

test('10,000 executions keep as few elements in the page as a screen shows, from the first to the last', async () => {
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

/** The place in the list of what has the focus, from 1 on. */
function getFocusedPlace(): string | null | undefined {
  return document.activeElement?.closest('li')?.getAttribute('aria-posinset')
}

test.each([
  { where: 'below', from: 0, at: 5, to: 1 },
  { where: 'above', from: 1, at: 995, to: 0 },
])(
  'the row with the focus stays where it is scrolled far out $where, and keys go on from it',
  async ({ from, at, to }) => {
    const records = buildRecords(1000)
    const { container } = renderList(records)
    const list = container.firstElementChild
    if (!list) throw new Error('There is no list')
    await scrollTo(list, from)
    const entry = list.querySelector<HTMLElement>(`[data-entry="${records[at]?.quoteId}"]`)
    act(() => entry?.focus())
    const shown = await scrollTo(list, to)
    expect(document.activeElement).toBe(entry)
    // It stands in its place of the list, with those that Tab leads to.
    const ids = records.slice(at - 1, at + 2).map(({ quoteId }) => quoteId)
    expect(from < to ? shown.slice(0, 3) : shown.slice(-3)).toEqual(ids)
    expect(Number.parseFloat(entry?.closest('li')?.style.top ?? '')).toBeGreaterThan(at * 68)

    fireEvent.keyDown(document.activeElement ?? list, { key: 'ArrowDown' })
    expect(getFocusedPlace()).toBe(String(at + 2))
    fireEvent.keyDown(document.activeElement ?? list, { key: 'ArrowUp' })
    fireEvent.keyDown(document.activeElement ?? list, { key: 'ArrowUp' })
    expect(getFocusedPlace()).toBe(String(at))

    // Once the focus is elsewhere, only what is in view remains.
    act(() =>
      document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
    )
    expect(list.querySelector(`[data-entry="${records[at]?.quoteId}"]`)).toBeNull()
  },
)

test('arrow keys pass the headings of days, and do nothing at the ends', () => {
  // The day changes within the first rows.
  const records = buildRecords(200).slice(130)
  const { container } = renderList(records)
  const [first] = container.querySelectorAll<HTMLElement>('[data-entry]')
  act(() => first?.focus())
  fireEvent.keyDown(document.activeElement ?? container, { key: 'ArrowUp' })
  expect(getFocusedPlace()).toBe('1')
  for (let place = 1; place < 30; place += 1)
    fireEvent.keyDown(document.activeElement ?? container, { key: 'ArrowDown' })
  expect(getFocusedPlace()).toBe('30')
})
