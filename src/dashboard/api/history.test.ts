import { describe, expect, it } from 'vitest'

import { createApi } from './client.ts'
import { historyOptions } from './history.ts'

const options = historyOptions(createApi(), '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')

function next(continuation: string | undefined, last?: string): string | null | undefined {
  const page = { transactions: [], ...(continuation === undefined ? {} : { continuation }) }
  return options.getNextPageParam(page, [page], last, [last])
}

describe('the history of an account', () => {
  it('goes on at the cursor of the last page', () => {
    expect(next('abc')).toBe('abc')
  })

  it('ends when the cursor is absent, empty or repeated', () => {
    expect(next(undefined)).toBeUndefined()
    expect(next('')).toBeUndefined()
    expect(next('abc', 'abc')).toBeUndefined()
  })
})
