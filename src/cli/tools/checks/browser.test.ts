import { expect, test } from 'vitest'

import {
  type Browser,
  type Machine,
  findOrInstallBrowser,
} from '../../../../e2e/product/browser.ts'

const brought: Browser = {
  path: '/npm/chromium',
  from: 'npm',
  environment: { FONTS: '/npm/fonts' },
}

/** A fake machine: the files that start as browsers, and those that its package manager installs. */
function machine({
  starts = [],
  there = [],
  installs,
  ...more
}: Partial<Machine> & { starts?: string[]; there?: string[]; installs?: string }): {
  machine: Machine
  ran: string[]
  lines: string[]
} {
  const files = new Set(starts)
  const ran: string[] = []
  const lines: string[] = []
  return {
    ran,
    lines,
    machine: {
      environment: { PATH: '/bin:/opt/bin' },
      isHeaded: false,
      needsSudo: false,
      exists: (path) => files.has(path) || there.includes(path),
      unpack: () => brought,
      findFault: ({ path }) => (files.has(path) ? undefined : 'it does not start'),
      ownPath: () => '/own/chromium',
      log: (line) => lines.push(line),
      run(tool, args) {
        ran.push([tool, ...args].join(' '))
        if (installs === undefined) throw new Error('no network')
        files.add(installs)
      },
      ...more,
    },
  }
}

test('prefers the browser in CHROMIUM_PATH, which has to start', () => {
  const environment = { PATH: '/bin', CHROMIUM_PATH: '/mine' }
  const from = 'the environment variable CHROMIUM_PATH'
  const { machine: here } = machine({ environment, starts: ['/mine', '/npm/chromium'] })
  expect(findOrInstallBrowser(here)).toEqual({ path: '/mine', from })
  expect(() =>
    findOrInstallBrowser(machine({ environment, starts: ['/npm/chromium'] }).machine),
  ).toThrow('CHROMIUM_PATH names /mine, which does not start as a browser: it does not start')
})

test('then uses the one that npm brought, and no other', () => {
  const { machine: here, lines } = machine({ starts: ['/npm/chromium', '/bin/chromium'] })
  expect(findOrInstallBrowser(here)).toBe(brought)
  expect(lines).toEqual([])
})

test("then the system's, after a line that says why", () => {
  const { machine: here, lines, ran } = machine({ starts: ['/opt/bin/google-chrome'] })
  expect(findOrInstallBrowser(here)).toEqual({ path: '/opt/bin/google-chrome', from: 'the system' })
  expect(lines).toEqual([
    'The Chromium of @sparticuz/chromium 143.0.4 is not used: it does not start',
  ])
  expect(ran).toEqual([])
})

test('then the one that Playwright installed, also where npm has none for the machine', () => {
  const { machine: here } = machine({
    starts: ['/own/chromium'],
    unpack: () => {
      throw new Error('it has none for darwin on arm64.')
    },
  })
  expect(findOrInstallBrowser(here)).toEqual({ path: '/own/chromium', from: 'Playwright' })
})

test.each([
  ['apt-get', false, 'apt-get install -y -q --no-install-recommends chromium'],
  ['apk', false, 'apk add --no-cache chromium'],
  ['dnf', true, 'sudo -n dnf install -y chromium'],
])('then installs one with %s, as root or by sudo, and says so', (manager, needsSudo, command) => {
  const {
    machine: here,
    ran,
    lines,
  } = machine({
    needsSudo,
    there: [`/bin/${manager}`],
    installs: '/bin/chromium',
  })
  const from = `${manager} (installed now)`
  expect(findOrInstallBrowser(here)).toEqual({ path: '/bin/chromium', from })
  expect(ran.at(-1)).toBe(command)
  expect(lines.at(-1)).toBe(
    'No Chromium starts here: the package chromium of this system is installed.',
  )
})

test('uses a full browser when a window is requested', () => {
  const starts = ['/npm/chromium', '/bin/chromium-headless-shell', '/opt/bin/chromium']
  const { machine: here } = machine({ starts, isHeaded: true })
  expect(findOrInstallBrowser(here).path).toBe('/opt/bin/chromium')
})

test('reports in one sentence what was tried and what to do', () => {
  const { machine: here } = machine({ there: ['/bin/apk'] })
  expect(() => findOrInstallBrowser(here)).toThrow(
    /^No Chromium is here [^\n]*apk add --no-cache chromium: Error: no network[^\n]*: set CHROMIUM_PATH\.$/,
  )
})
