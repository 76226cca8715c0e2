import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'

import type { Risk } from '../../review/messages/risks.ts'
import { useConfirmations } from './useConfirmations.ts'

function lose(impact: number, fees = 0): readonly Risk[] {
  return [
    { id: 'impact', level: 'confirm', size: impact },
    { id: 'fees', level: 'caution', size: fees },
  ]
}

test('what was accepted of a small loss is no acceptance of a larger one', () => {
  const { result } = renderHook(() => useConfirmations('one form'))
  expect(result.current.isOpen(lose(0.011), 'form')).toBe(true)
  act(() => result.current.forRisks(lose(0.011)).onAccept('loss', true))
  expect(result.current.isOpen(lose(0.011), 'form')).toBe(false)
  // A later quote for the same form differs by a little, and then by all of it.
  expect(result.current.isOpen(lose(0.02), 'form')).toBe(false)
  expect(result.current.isOpen(lose(0.48), 'form')).toBe(true)
  expect(result.current.forRisks(lose(0.48)).accepted).toEqual([])
  // Fees and impact are lost together, whichever of them has grown.
  expect(result.current.isOpen(lose(0.011, 0.3), 'form')).toBe(true)
  act(() => result.current.forRisks(lose(0.48)).onAccept('loss', true))
  expect(result.current.isOpen(lose(0.48), 'review')).toBe(false)
  act(() => result.current.forRisks(lose(0.48)).onAccept('loss', false))
  expect(result.current.isOpen(lose(0.011), 'form')).toBe(true)
})

test('an acceptance is for one form', () => {
  const { result, rerender } = renderHook(({ form }) => useConfirmations(form), {
    initialProps: { form: 'one' },
  })
  act(() => result.current.forRisks(lose(0.2)).onAccept('loss', true))
  rerender({ form: 'another' })
  expect(result.current.isOpen(lose(0.2), 'form')).toBe(true)
})
