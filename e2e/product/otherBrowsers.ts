import { type ChildProcess, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { expect } from '@playwright/test'
import { WebSocket } from 'ws'

import { hangMs } from '#testing/hangMs.ts'
import { openFolder } from '#testing/harness/openFolder.ts'

/** A browser that Playwright cannot drive, as its distribution ships it, with an empty profile. */
export type OtherBrowser = {
  goTo: (url: string) => Promise<unknown>
  /** Runs the body of a function in the page. @returns Its result, which must be JSON. */
  evaluate: (body: string) => Promise<unknown>
  /** Moves real input devices. Source: WebDriver 2, "Actions". */
  perform: (devices: readonly object[]) => Promise<unknown>
  /** Returns a picture of the window, PNG in base64. */
  takePicture: () => Promise<string>
  stop: () => Promise<void>
}

/** The files that Debian's packages put where they are sought, and how they are started. */
export const otherBrowsers = [
  { name: 'Firefox', needs: ['/usr/bin/firefox-esr'], start: startFirefox },
  { name: 'WebKit', needs: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'], start: startWebKit },
] as const

const [width, height] = [1280, 900]

/** Drives Firefox by WebDriver BiDi, which it speaks by itself. */
async function startFirefox(): Promise<OtherBrowser> {
  const profile = await openFolder()
  const port = ['--remote-debugging-port', '0', '--profile', profile]
  const child = spawn('/usr/bin/firefox-esr', ['--headless', '--no-remote', ...port], {
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const url = await readLine(child.stderr, /BiDi listening on (ws:\S+)/)
  const socket = new WebSocket(`${url}/session`)
  await once(socket, 'open')
  let sent = 0
  async function send(method: string, params: object) {
    const id = (sent += 1)
    socket.send(JSON.stringify({ id, method, params }))
    for await (const [data] of on(socket, 'message', { close: ['close'] })) {
      const { id: answered, result, error, message } = Object(JSON.parse(String(data)))
      if (answered !== id) continue
      if (typeof error === 'string') throw new Error(`${method}: ${error}, ${message}`)
      return Object(result)
    }
    throw new Error(`${method}: Firefox ended`)
  }
  await send('session.new', { capabilities: {} })
  const { contexts } = await send('browsingContext.getTree', {})
  const { context } = contexts[0]
  await send('browsingContext.setViewport', { context, viewport: { width, height } })
  return {
    goTo: (address) =>
      send('browsingContext.navigate', { context, url: address, wait: 'complete' }),
    async evaluate(body) {
      const expression = `JSON.stringify((() => { ${body} })() ?? null)`
      const request = { expression, target: { context }, awaitPromise: false }
      const { exceptionDetails, result } = await send('script.evaluate', request)
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return JSON.parse(result.value)
    },
    perform: (actions) => send('input.performActions', { context, actions }),
    takePicture: async () => (await send('browsingContext.captureScreenshot', { context })).data,
    async stop() {
      socket.close()
      await end(child)
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Drives WebKitGTK's MiniBrowser by WebDriver, on a screen of its own. */
async function startWebKit(): Promise<OtherBrowser> {
  const home = await openFolder()
  const screen = spawn('/usr/bin/Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const display = await readLine(screen.stdout, /^(\d+)$/)
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = Object(free.address())
  free.close()
  const driver = spawn('/usr/bin/WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Its sandbox needs rights that containers do not have.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: 'ignore',
  })
  let session = `http://127.0.0.1:${port}/session`
  async function send(path: string, body?: object, method = body ? 'POST' : 'GET') {
    // The driver may close a kept connection at any time.
    const headers = { connection: 'close' }
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const { value } = Object(await (await fetch(`${session}${path}`, request)).json())
    const { error, message } = Object(value)
    if (typeof error === 'string') throw new Error(`${method} ${path}: ${error}, ${message}`)
    return value
  }
  await expect(() => fetch(`http://127.0.0.1:${port}/status`)).toPass({ timeout: hangMs })
  const { sessionId } = Object(await send('', { capabilities: {} }))
  session = `${session}/${sessionId}`
  await send('/window/rect', { width, height })
  return {
    goTo: (url) => send('/url', { url }),
    evaluate: (script) => send('/execute/sync', { script, args: [] }),
    perform: (actions) => send('/actions', { actions }),
    takePicture: async () => String(await send('/screenshot')),
    async stop() {
      await send('', undefined, 'DELETE')
      await end(driver)
      await end(screen)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function readLine(output: Readable, pattern: RegExp): Promise<string> {
  return new Promise((found, fail) => {
    createInterface(output)
      .on('line', (line) => {
        const [, part] = pattern.exec(line) ?? []
        if (part !== undefined) found(part)
      })
      .on('close', () => fail(new Error(`It ended without a line like ${pattern}`)))
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}
