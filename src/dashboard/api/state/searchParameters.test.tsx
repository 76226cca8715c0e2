import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'

import { type SearchCodec, buildSearchText, useSearchParameters } from './searchParameters.ts'

const codec: SearchCodec<{ text: string }> = {
  read: (parameters) => ({ text: parameters.get('q') ?? '' }),
  write: ({ text }) => ({ q: text === '' ? undefined : text }),
}

afterEach(cleanup)

describe('the state of a page in its address', () => {
  it('is read, changed and written back', () => {
    window.history.replaceState(null, '', '/?q=usdc')
    const { result } = renderHook(() => useSearchParameters(codec))
    expect(result.current[0]).toEqual({ text: 'usdc' })
    act(() => result.current[1]({ text: 'a b&c' }))
    expect(result.current[0]).toEqual({ text: 'a b&c' })
    expect(window.location.search).toBe('?q=a+b%26c')
  })

  it('leaves out what is default', () => {
    expect(buildSearchText(codec, { text: '' })).toBe('')
  })
})
