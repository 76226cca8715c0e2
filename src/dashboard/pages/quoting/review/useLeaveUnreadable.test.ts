import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { useLeaveUnreadable } from './useLeaveUnreadable.ts'

afterEach(cleanup)

type Shown = Parameters<typeof useLeaveUnreadable>[0]

/** A quote with so many operations that can be read. */
function buildShown(count: number): Shown {
  const shown: object = { review: { operations: Array.from({ length: count }) } }
  return isShown(shown) ? shown : undefined
}

function isShown(value: object): value is NonNullable<Shown> {
  return 'review' in value
}

test('a review ends with a quote that cannot be read, once, and with no other', () => {
  const leave = vi.fn<() => void>()
  const { rerender } = renderHook(
    ({ shown, isReview }: { shown: Shown; isReview: boolean }) =>
      useLeaveUnreadable(shown, { isReview, leave }),
    { initialProps: { shown: buildShown(0), isReview: false } },
  )
  for (const shown of [undefined, buildShown(2), undefined]) rerender({ shown, isReview: true })
  expect(leave).not.toHaveBeenCalled()
  for (const shown of [buildShown(0), buildShown(0)]) rerender({ shown, isReview: true })
  expect(leave).toHaveBeenCalledOnce()
})
