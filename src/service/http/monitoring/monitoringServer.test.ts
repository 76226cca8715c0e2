import { get } from 'node:http'

import { afterEach, expect, test } from 'vitest'

import { createLog } from '../../monitoring/log.ts'
import { alarms } from '../../monitoring/logEvents.ts'
import { createMetrics, type Loop } from '../../monitoring/metrics.ts'
import { startMonitoring } from './monitoringServer.ts'

const started: { stop: () => Promise<void> }[] = []
afterEach(() => Promise.all(started.splice(0).map((one) => one.stop())))

/** A monitored process with a loop of this age and these parts missing. */
async function startProcess({ loopAgeMs = 0, missing = [] as string[] } = {}) {
  const loops: Loop[] = [{ name: 'attestor', sinceRoundMs: () => loopAgeMs }]
  async function readiness() {
    return { missing, reasons: {} }
  }
  const metrics = createMetrics({ readiness, loops: () => loops })
  const log = createLog({
    role: 'attestor',
    level: 'silent',
    secrets: [],
    onEvent: metrics.countEvent,
  })
  const parts = { metrics, readiness, loops: () => loops }
  const monitoring = await startMonitoring(parts, { host: '127.0.0.1', port: 0 })
  started.push(monitoring)
  async function ask(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(`${monitoring.url}${path}`, { headers })
    return { status: response.status, text: await response.text() }
  }
  return { ask, log, url: monitoring.url }
}

test('every alarm is counted from zero on, and nothing else of the log', async () => {
  const { ask, log } = await startProcess()
  log('paid_undelivered')
  log('work_retried')
  const { text } = await ask('/metrics')
  const counts = text.split('\n').filter((line) => line.startsWith('estuary_alarms_total'))
  expect(counts).toEqual(
    alarms.map(
      (event) => `estuary_alarms_total{event="${event}"} ${event === 'paid_undelivered' ? 1 : 0}`,
    ),
  )
  expect(alarms.length).toBeGreaterThan(5)
})

test('what is not usable is named in the metrics and makes the process not ready', async () => {
  const { ask } = await startProcess({ missing: ['eip155:1'] })
  const { text } = await ask('/metrics')
  expect(text).toContain('estuary_ready 0')
  expect(text).toContain('estuary_missing{part="eip155:1"} 1')
  expect((await ask('/readyz')).status).toBe(503)
  expect((await (await startProcess()).ask('/readyz')).status).toBe(200)
})

test('a loop that does not come round any more makes the process unhealthy, by its name', async () => {
  const { ask } = await startProcess({ loopAgeMs: 121_000 })
  const { status, text } = await ask('/healthz')
  expect(status).toBe(500)
  expect(text).toContain('attestor')
  expect((await ask('/metrics')).text).toContain('estuary_loop_age_seconds{loop="attestor"} 121')
  expect((await (await startProcess({ loopAgeMs: 1_000 })).ask('/healthz')).status).toBe(200)
})

test('no page of a browser reads it, and there is nothing else on the port', async () => {
  const { ask, url } = await startProcess()
  for (const [host, status] of [
    ['evil.example', 403],
    ['localhost', 200],
  ] as const)
    expect(await statusUnder(host, `${url}/metrics`)).toBe(status)
  expect((await ask('/metrics', { origin: 'https://evil.example' })).status).toBe(403)
  expect((await ask('/api/v3/quote')).status).toBe(404)
})

/** Requests a URL under another host name, as by DNS rebinding. */
function statusUnder(host: string, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).once('error', reject)
  })
}
