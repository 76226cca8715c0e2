import { ExactErrorBody } from '#testing/http/exactErrorBody.ts'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { Window } from 'happy-dom'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { withChains } from '#networks/chooseChains.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { defaultNames } from '#protocol/accounts/account.ts'
import {
  createErrorLog,
  parseError,
  findMissingHeaders,
  sendRaw,
  startTestHttp,
  stopTestHttp,
} from '#testing/http/http.ts'

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
    expect(findMissingHeaders(shell.headers)).toEqual([])
    const url = '/assets/main-1a2b.js'
    const script = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect(script.headers['cache-control']).toContain('immutable')
    expect(script.headers['content-encoding']).toBe('br')
    expect((await app.inject(url)).body).toBe('plain')
  })

  test('opens the policy for WalletConnect only where the deployment has a project there', async () => {
    const relayUrl = 'wss://relay.walletconnect.org'
    const walletConnect = { projectId: 'ab'.repeat(16), relayUrl }
    const closed = await startTestHttp({}, { dashboardFolder: folder })
    const before = String((await closed.inject('/')).headers['content-security-policy'])
    expect(before).not.toMatch(/walletconnect|frame-src/)
    expect((await closed.inject('/')).body).not.toContain('data-wallet')
    const open = await startTestHttp({}, { dashboardFolder: folder, walletConnect })
    const after = String((await open.inject('/')).headers['content-security-policy'])
    const frames = '; frame-src https://verify.walletconnect.org'
    expect(after.replace(` ${relayUrl}`, '').replace(frames, '')).toBe(before)
    expect(after).toContain(`connect-src 'self' http://127.0.0.1:19545 ${relayUrl}${frames}`)
    expect((await open.inject('/')).body).toContain(
      `<html data-wallet-connect="${walletConnect.projectId}" data-wallet-connect-relay="${relayUrl}" lang`,
    )
  })

  test('opens its policy for the wallet apps of a phone only where they are allowed', async () => {
    const closed = await startTestHttp({}, { dashboardFolder: folder })
    const open = await startTestHttp({}, { dashboardFolder: folder, hasMobileWallets: true })
    const before = String((await closed.inject('/')).headers['content-security-policy'])
    const after = String((await open.inject('/')).headers['content-security-policy'])
    expect(before).not.toContain('localhost')
    expect(after.replace(' ws://localhost:*; frame-src solana-wallet:', '')).toBe(before)
    expect((await open.inject('/')).body).toContain('<html data-mobile-wallets="" lang')
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
    expect(parseError(await app.inject({ url: '/executions/0x12' }))).toMatchObject({
      statusCode: 404,
    })
  })

  test.each(['/', '/estuary', '/estuary/', '/estuary/swap', '/swap'])(
    'under a path, %s leads there, whether a proxy takes the path away or not',
    async (url) => {
      const text = '<html lang="en"><script src="/assets/main-1a2b.js"></script>'
      await writeFile(path.join(folder, 'index.html'), text)
      const app = await startTestHttp(
        {},
        { dashboardFolder: folder, publicUrl: 'https://host.example/estuary' },
      )
      const headers = { ...page, host: 'host.example' }
      expect((await app.inject({ url, headers })).body).toBe(
        '<html data-base="/estuary" lang="en"><script src="/estuary/assets/main-1a2b.js"></script>',
      )
      for (const file of ['/assets/main-1a2b.js', '/estuary/assets/main-1a2b.js'])
        expect((await app.inject({ url: file, headers })).body).toBe('plain')
      await writeFile(path.join(folder, 'index.html'), '<html lang="en"><title>shell</title>')
    },
  )

  test.each([
    ['https://host.example', 'https://host.example'],
    ['https://host.example/estuary', 'https://host.example/estuary'],
    ['http://127.0.0.1:8080', ''],
  ])(
    'reached at %s, a shared link has its picture at %s/icons/preview.png',
    async (publicUrl, at) => {
      const text = '<html lang="en"><meta property="og:image" content="/icons/preview.png" />'
      await writeFile(path.join(folder, 'index.html'), text)
      const app = await startTestHttp({}, { dashboardFolder: folder, publicUrl })
      const { host } = new URL(publicUrl)
      const shell = await app.inject({ url: '/', headers: { ...page, host } })
      expect(shell.body).toContain(`content="${at}/icons/preview.png"`)
      await writeFile(path.join(folder, 'index.html'), '<html lang="en"><title>shell</title>')
    },
  )

  test.each([
    ['https://host.example', 'Send · Estuary'],
    ['https://host.example/estuary', 'Send · Estuary'],
    ['http://127.0.0.1:8080', 'shell'],
  ])(
    'reached at %s, a link to Send is named %s for those who take anything, whatever its query says',
    async (publicUrl, title) => {
      const app = await startTestHttp({}, { dashboardFolder: folder, publicUrl })
      const headers = { accept: '*/*', host: new URL(publicUrl).host }
      const plain = await app.inject({ url: '/send', headers })
      expect(plain.body).toContain(`<title>${title}</title>`)
      const url = '/send/%3Cb%3E?amount=1000&title=Free%20money&recipient=%22%3E%3Cscript%3E#Free'
      expect((await app.inject({ url, headers })).body).toBe(plain.body)
      expect((await app.inject({ url: '/nowhere', headers })).statusCode).toBe(404)
    },
  )

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

  async function startWatched() {
    const { faults, log } = createErrorLog()
    return { app: await startTestHttp({ log }, { dashboardFolder: folder }), faults }
  }

  test.each([
    ['/%00', 400],
    ['/assets/%00.js', 400],
    ['/%2e%2e/', 403],
    ['/assets/%2e%2e/%2e%2e/', 403],
    ['/..%5c', 403],
    ['/..%5c..%5cetc%5cpasswd', 403],
    ['/..\\', 403],
    ['/*/%61', 404],
    ['/*', 404],
    ['/api/:name', 404],
  ])('refuses the path %s in form, without a fault', async (path, status) => {
    const { app, faults } = await startWatched()
    await app.listen({ host: '127.0.0.1', port: 0 })
    const head = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`
    const received = await sendRaw(app, head)
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const body: unknown = JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4))
    expect(ExactErrorBody.parse(body).statusCode).toBe(status)
    expect(faults).toEqual([])
  })

  test.each([
    ['/assets/main-1a2b.js', { range: 'bytes=99-' }, [416, 'bytes */5']],
    ['/assets/main-1a2b.js', { range: 'bytes=-0' }, [416, 'bytes */5']],
    ['/assets/main-1a2b.js', { 'if-match': '"other"' }, [412]],
    ['/assets/main-1a2b.js', { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, [412]],
    ['/', { range: 'bytes=99-' }, [416, 'bytes */36']],
    ['/swap', { 'if-match': '"other"' }, [412]],
  ])('refuses %s with %o in form, without a fault', async (url, headers, [status, size]) => {
    const { app, faults } = await startWatched()
    const response = await app.inject({ url, headers: { ...page, ...headers } })
    expect(parseError(response)).toMatchObject({ statusCode: status })
    expect(response.headers['content-range']).toBe(size)
    expect(faults).toEqual([])
  })

  test('gives a part of a file, and nothing to who has it', async () => {
    const app = await startTestHttp({}, { dashboardFolder: folder })
    const url = '/assets/main-1a2b.js'
    const part = await app.inject({ url, headers: { range: 'bytes=1-2' } })
    expect([part.statusCode, part.body]).toEqual([206, 'la'])
    const headers = { 'if-none-match': String(part.headers['etag']) }
    expect((await app.inject({ url, headers })).statusCode).toBe(304)
  })

  test.each(['/assets/main-1a2b.js', '/'])(
    'tells caches that %s depends on how it is compressed',
    async (url) => {
      const app = await startTestHttp({}, { dashboardFolder: folder })
      for (const encoding of ['br', 'identity']) {
        const { headers } = await app.inject({ url, headers: { 'accept-encoding': encoding } })
        expect(String(headers['vary']).split(', ').toSorted()).toEqual([
          'Accept-Encoding',
          'Origin',
        ])
      }
    },
  )

  test('may connect to itself and the public RPC addresses only', async () => {
    const app = await startTestHttp({}, { dashboardFolder: folder })
    const policy = String((await app.inject('/')).headers['content-security-policy'])
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:19545;")
    expect(policy).not.toMatch(/unsafe|\*/)
  })

  test('may be installed: its worker and manifest are its own, and only they are added', async () => {
    const app = await startTestHttp({}, { dashboardFolder: folder })
    const policy = String((await app.inject('/')).headers['content-security-policy'])
    expect(policy).toContain("; worker-src 'self';")
    expect(policy).toContain("; manifest-src 'self';")
    expect(policy).toContain('; trusted-types estuary-worker')
  })
})
