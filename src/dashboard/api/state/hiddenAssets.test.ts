import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'

import { setAssetHidden, useHiddenAssets } from './hiddenAssets.ts'

test('what is taken off the list stays off until it is put back, in this browser', () => {
  const { result } = renderHook(useHiddenAssets)
  act(() => setAssetHidden('agg:usdt', true))
  act(() => setAssetHidden('agg:usdt', true))
  expect(result.current).toEqual(['agg:usdt'])
  expect(localStorage.getItem('estuary.hiddenAssets')).toBe('["agg:usdt"]')
  act(() => setAssetHidden('agg:usdt', false))
  expect(result.current).toEqual([])
})
