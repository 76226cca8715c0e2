import { cleanup, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { Evidence } from './Evidence.tsx'

afterEach(cleanup)

test('each comparison has its line, and a long value all its characters, apart from the words', () => {
  const digest = `0x${'ab'.repeat(32)}`
  const text = `File digest is ${digest}. Legs are 19000.5 USDC, asked 9000 USDC`
  const { container } = render(createElement(Evidence, { text }))
  expect([...container.children].map((line) => line.textContent)).toEqual(text.split('. '))
  expect([...container.querySelectorAll('.mono')].map((one) => one.textContent)).toEqual([digest])
})
