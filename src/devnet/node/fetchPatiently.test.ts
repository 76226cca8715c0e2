import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'

import { fetchPatiently } from './fetchPatiently.ts'

const server = createServer((request, response) => {
  asked += 1
  if (asked <= drops) request.socket.destroy()
  else response.end('there')
})
let asked = 0
let drops = 0

afterEach(async () => {
  asked = 0
  await new Promise((resolve) => server.close(resolve))
})

async function listen(dropped: number): Promise<string> {
  drops = dropped
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('It does not listen.')
  return `http://127.0.0.1:${address.port}`
}

test('a node whose connections fail at first is asked again', async () => {
  const response = await fetchPatiently(await listen(2), undefined)
  expect(await response.text()).toBe('there')
  expect(asked).toBe(3)
})

test('one that does not answer in time, or has ended, is named with what to do', async () => {
  const url = await listen(Infinity)
  await expect(fetchPatiently(url, undefined, { withinMs: 300 })).rejects.toThrow(
    /^The local chain at .*127\.0\.0\.1.* does not answer \(.+\)\. .* end other programs and start again\.$/,
  )
  expect(asked).toBeGreaterThan(1)
  asked = 0
  const ended = fetchPatiently(url, undefined, { isRunning: () => false })
  await expect(ended).rejects.toThrow('does not answer')
  expect(asked).toBe(1)
})
