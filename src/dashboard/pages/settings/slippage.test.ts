import { describe, expect, it } from 'vitest'

import { slippageBpsOf } from './slippage.ts'

describe('slippageBpsOf', () => {
  it.each([
    ['0.5', 50],
    ['0,5', 50],
    [' 1 ', 100],
    ['50', 5000],
  ])('reads %s percent as %s basis points', (text, bps) => {
    expect(slippageBpsOf(text)).toMatchObject({ bps })
  })

  it.each(['', 'abc', '50.01', '0', '-1'])('refuses "%s"', (text) => {
    expect(slippageBpsOf(text)).toHaveProperty('problem')
  })

  it.each(['0.05', '6'])('takes %s percent with a caution', (text) => {
    expect(slippageBpsOf(text)).toHaveProperty('caution')
  })
})
