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
