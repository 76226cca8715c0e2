import { describe, expect, it } from 'vitest'

import { readSlippage } from './readSlippage.ts'

describe('readSlippage', () => {
  it.each([
    ['0.5', 50],
    ['1', 100],
    ['50', 5000],
  ])('reads %s percent as %s basis points', (text, bps) => {
    expect(readSlippage(text)).toMatchObject({ bps })
  })

  it.each(['', 'abc', '50.01', '0', '-1', '0.005'])('refuses "%s"', (text) => {
    expect(readSlippage(text)).toHaveProperty('problem')
  })

  it.each(['0.05', '6'])('takes %s percent with a caution', (text) => {
    expect(readSlippage(text)).toHaveProperty('caution')
  })
})
