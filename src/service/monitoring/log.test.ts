import { RpcRequestError } from 'viem'
import { expect, test } from 'vitest'

import { createLog } from './log.ts'

test('a secret inside an error, its cause or a field is hidden', () => {
  const lines: string[] = []
  const log = createLog({
    role: 'api',
    level: 'info',
    secrets: ['https://rpc.example/provider-key'],
    write: (line) => lines.push(line),
  })
  const cause = new Error('POST https://rpc.example/provider-key failed')
  const url = 'https://rpc.example/provider-key'
  log('work_retried', { err: new Error('no answer', { cause }), url })
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('provider-key')
  expect(lines[0]).toContain('[hidden]')
})

test('an error that holds the request of a client is cut, and still says what and where', () => {
  const lines: string[] = []
  const log = createLog({
    role: 'api',
    level: 'info',
    secrets: [],
    write: (line) => lines.push(line),
  })
  const cause = new RpcRequestError({
    body: { method: 'eth_call', params: [{ data: `0x${'ab'.repeat(40_000)}` }] },
    error: { code: -32_603, message: 'EVM error OutOfGas' },
    url: 'http://node.example',
  })
  log('request_failed', { err: new Error('no balance', { cause }), path: '/api' })
  expect(lines[0]?.length).toBeLessThan(16_000)
  const { err, path }: { err: { message: string; stack: string }; path: string } = JSON.parse(
    lines[0] ?? '',
  )
  expect(path).toBe('/api')
  expect(err.message).toContain('no balance')
  expect(err.message).toContain('EVM error OutOfGas')
  expect(err.stack).toContain('log.test.ts')
})
