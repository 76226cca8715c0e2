import { describe, expect, it } from 'vitest'

import { parseSlippage } from './parseSlippage.ts'

describe('readSlippage', () => {
  it.each([
    ['0.5', 50],
    ['1', 100],
    ['50', 5000],
  ])('reads %s percent as %s basis points', (text, bps) => {
    expect(parseSlippage(text)).toMatchObject({ bps })
  })

  it.each(['', 'abc', '50.01', '0', '-1', '0.005'])('refuses "%s"', (text) => {
    expect(parseSlippage(text)).toHaveProperty('error')
  })

  it.each(['0.1', '5'])('takes %s percent without one', (text) => {
    expect(parseSlippage(text)).not.toHaveProperty('caution')
  })

  it.each(['0.09', '5.01', '50'])('takes %s percent with a caution', (text) => {
    expect(parseSlippage(text)).toHaveProperty('caution')
  })
})
