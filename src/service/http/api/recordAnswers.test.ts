import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import {
  goodKey,
  predictBody,
  predicted,
  predictUrl,
  startTestHttp,
  stopTestHttp,
} from '#testing/http/http.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'estuary-answers-'))
})
afterEach(async () => {
  await stopTestHttp()
  rmSync(folder, { recursive: true })
})

test('what is answered under /api is recorded as it was sent, and no key', async () => {
  const file = path.join(folder, 'answers.jsonl')
  const app = await startTestHttp({}, { recordAnswersTo: file })
  const secret = { 'x-api-key': 'nobody-knows-this' }
  await app.inject({ method: 'POST', url: predictUrl, headers: goodKey, payload: predictBody })
  await app.inject({ url: '/api/chains/supported-list/?a=b', headers: goodKey })
  await app.inject({ url: '/api/nowhere', headers: secret })
  await app.inject({ url: '/readyz' })
  await app.inject({
    url: '/dashboard-api/chains/supported-list',
    headers: { 'sec-fetch-site': 'same-origin', host: '127.0.0.1:8080' },
  })

  const text = readFileSync(file, 'utf8')
  const answers = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(answers).toEqual([
    { method: 'POST', path: predictUrl, status: 201, body: predicted },
    { method: 'GET', path: '/api/chains/supported-list', status: 200, body: [] },
    {
      method: 'GET',
      path: '/api/nowhere',
      status: 404,
      body: expect.objectContaining({ statusCode: 404 }),
    },
    { method: 'GET', path: '/api/chains/supported-list', status: 200, body: [] },
  ])
  expect(text).not.toContain(secret['x-api-key'])
})

test('nothing is recorded unless a file is named', async () => {
  const app = await startTestHttp()
  const answer = await app.inject({ url: '/api/chains/supported-list', headers: goodKey })
  expect(answer.statusCode).toBe(200)
})
