import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { Window } from 'happy-dom'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { withChains } from '#networks/chooseChains.ts'
import { devnet } from '#networks/devnet.ts'
import { devnetWithSolana } from '#networks/devnetWithSolana.ts'
import { defaultNames } from '#protocol/account.ts'
import { errorOf, missingHeaders, startTestHttp, stopTestHttp } from './testHttp.ts'

afterEach(stopTestHttp)

describe('the dashboard', () => {
  let folder: string
  const page = { accept: 'text/html,*/*' }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'estuary-http-'))
    await mkdir(path.join(folder, 'assets'))
    await writeFile(path.join(folder, 'index.html'), '<html lang="en"><title>shell</title>')
    await writeFile(path.join(folder, 'assets', 'main-1a2b.js'), 'plain')
    await writeFile(path.join(folder, 'assets', 'main-1a2b.js.br'), 'compressed')
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
  })

  test('is served fresh, its hashed files for ever and compressed', async () => {
    const app = await startTestHttp({}, { dashboardFolder: folder })
    const shell = await app.inject({ url: '/', headers: page })
    expect(shell.body).toBe('<html lang="en"><title>shell</title>')
    expect(shell.headers['cache-control']).toBe('no-cache')
    expect(missingHeaders(shell.headers)).toEqual([])
    const url = '/assets/main-1a2b.js'
    const script = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect(script.headers['cache-control']).toContain('immutable')
    expect(script.headers['content-encoding']).toBe('br')
    expect((await app.inject(url)).body).toBe('plain')
  })

  test('answers its own paths with the shell, and nothing else', async () => {
    const app = await startTestHttp({}, { dashboardFolder: folder })
    function get(url: string, headers = page) {
      return app.inject({ url, headers })
    }
    expect((await get('/executions/0x12')).body).toBe('<html lang="en"><title>shell</title>')
    for (const url of [
      '/assets/gone.js',
      '/logo.png',
      '/api/nothing',
      '/explorer/x',
      '/..%2f..%2fetc',
    ])
      expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400)
    expect(errorOf(await app.inject({ url: '/executions/0x12' }))).toMatchObject({
      statusCode: 404,
    })
  })

  test.each(['/', '/index.html', '/swap'])('names another network on %s', async (url) => {
    const dashboardNetwork = { ...devnet, name: 'mirror' } as const
    const app = await startTestHttp({}, { dashboardFolder: folder, dashboardNetwork })
    const shell = await app.inject({ url, headers: page })
    expect(shell.body).toBe('<html data-network="mirror" lang="en"><title>shell</title>')
    expect(shell.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(shell.headers['cache-control']).toBe('no-cache')
  })

  test('names the devnet and the usual names on no page: they are compiled in', async () => {
    const app = await startTestHttp({}, { dashboardFolder: folder, dashboardNetwork: devnet })
    const shell = await app.inject({ url: '/', headers: page })
    expect(shell.body).toBe('<html lang="en"><title>shell</title>')
  })

  test.each([
    ['71117001,71117002,71117003,solana', undefined],
    ['71117002', [71_117_002]],
  ] as const)('tells the page that the chains are %s', async (said, chosen) => {
    const dashboardNetwork = chosen ? withChains(devnetWithSolana, chosen) : devnetWithSolana
    const app = await startTestHttp({}, { dashboardFolder: folder, dashboardNetwork })
    const shell = await app.inject({ url: '/', headers: page })
    expect(shell.body).toBe(`<html data-chains="${said}" lang="en"><title>shell</title>`)
  })

  test('tells the page the names of its deployment, whatever stands in them', async () => {
    const { accountTypes } = defaultNames
    const odd = `"><script>&amp;$'`
    const names = { aggregatedPrefix: 'omni', accountTypes: { ...accountTypes, basic: odd } }
    const dashboardNetwork = { ...devnet, names }
    const app = await startTestHttp({}, { dashboardFolder: folder, dashboardNetwork })
    const { body } = await app.inject({ url: '/', headers: page })
    const { window } = new Window()
    window.document.write(body)
    expect(JSON.parse(window.document.documentElement.dataset['names'] ?? '')).toEqual(names)
    expect(window.document.documentElement.hasAttribute('data-network')).toBe(false)
    expect(body).not.toContain('<script')
  })

  test('may connect to itself and the public RPC addresses only', async () => {
    const app = await startTestHttp({}, { dashboardFolder: folder })
    const policy = String((await app.inject('/')).headers['content-security-policy'])
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:19545;")
    expect(policy).not.toMatch(/unsafe|\*/)
  })
})
