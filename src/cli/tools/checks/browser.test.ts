import { expect, test } from 'vitest'

import { type Machine, findOrInstallBrowser } from '../../../../e2e/product/browser.ts'

/** A fake machine: the files that exist, and those that its commands install. */
function machine({
  there = [],
  broken = [],
  brings = {},
  ...more
}: Partial<Machine> & {
  there?: string[]
  /** Files that exist but do not start. */
  broken?: string[]
  /** The file that a command installs, by a part of the command line. */
  brings?: Record<string, string>
}): { machine: Machine; ran: string[] } {
  const files = new Set([...there, ...broken])
  const ran: string[] = []
  return {
    ran,
    machine: {
      environment: { PATH: '/bin:/opt/bin' },
      isHeaded: false,
      needsSudo: false,
      exists: (path) => files.has(path),
      starts: (path) => files.has(path) && !broken.includes(path),
      ownPath: () => '/own/chromium',
      run(tool, args) {
        const words = [tool, ...args].join(' ')
        ran.push(words)
        const brought = Object.entries(brings).find(([part]) => words.includes(part))?.[1]
        if (brought === undefined) throw new Error('no network')
        files.add(brought)
      },
      ...more,
    },
  }
}

test('prefers the browser in CHROMIUM_PATH', () => {
  const environment = { PATH: '/bin', CHROMIUM_PATH: '/mine' }
  const { machine: here } = machine({ environment, there: ['/mine', '/bin/chromium'] })
  const from = 'the environment variable CHROMIUM_PATH'
  expect(findOrInstallBrowser(here)).toEqual({ path: '/mine', from })
})

test('fails when the browser in CHROMIUM_PATH does not start', () => {
  const environment = { PATH: '/bin', CHROMIUM_PATH: '/mine' }
  const { machine: here } = machine({ environment, there: ['/bin/chromium'] })
  expect(() => findOrInstallBrowser(here)).toThrow(
    'CHROMIUM_PATH names /mine, which does not start as a browser.',
  )
})

test("then uses the system's, skipping those that do not start", () => {
  const there = ['/opt/bin/google-chrome', '/own/chromium']
  const { machine: here, ran } = machine({ there, broken: ['/bin/chromium'] })
  expect(findOrInstallBrowser(here)).toEqual({ path: '/opt/bin/google-chrome', from: 'the system' })
  expect(ran).toEqual([])
})

test("then uses Playwright's", () => {
  const { machine: here } = machine({ there: ['/own/chromium', '/bin/apt-get'] })
  expect(findOrInstallBrowser(here)).toEqual({ path: '/own/chromium', from: 'Playwright' })
})

test.each([
  ['apt-get', false, 'apt-get install -y -q --no-install-recommends chromium-headless-shell'],
  ['apk', false, 'apk add --no-cache chromium'],
  ['dnf', true, 'sudo -n dnf install -y chromium'],
  ['pacman', true, 'sudo -n pacman -Sy --noconfirm chromium'],
])('then installs one with %s, as root or by sudo', (manager, needsSudo, command) => {
  const { machine: here, ran } = machine({
    needsSudo,
    there: [`/bin/${manager}`],
    brings: { update: '/var/list', [command]: '/bin/chromium' },
  })
  const from = `${manager} (installed now)`
  expect(findOrInstallBrowser(here)).toEqual({ path: '/bin/chromium', from })
  expect(ran.at(-1)).toBe(command)
})

test('installs the full browser where apt-get has no headless one', () => {
  const whole = 'apt-get install -y -q --no-install-recommends chromium'
  const { machine: here, ran } = machine({
    there: ['/bin/apt-get'],
    brings: { update: '/var/list' },
  })
  const known = here.run
  function run(tool: string, args: readonly string[]): void {
    if ([tool, ...args].join(' ') !== whole) return known(tool, args)
    ran.push(whole)
    files.add('/bin/chromium')
  }
  const files = new Set<string>()
  const found = findOrInstallBrowser({
    ...here,
    run,
    starts: (path) => files.has(path),
    exists: (path) => files.has(path) || here.exists(path),
  })
  expect(found).toEqual({ path: '/bin/chromium', from: 'apt-get (installed now)' })
  expect(ran.at(-1)).toBe(whole)
})

test('uses a full browser when a window is requested', () => {
  const there = ['/bin/chromium-headless-shell', '/opt/bin/chromium']
  expect(findOrInstallBrowser(machine({ there }).machine).path).toBe('/bin/chromium-headless-shell')
  const { machine: here } = machine({ there, isHeaded: true })
  expect(findOrInstallBrowser(here).path).toBe('/opt/bin/chromium')
})

test("then downloads Playwright's", () => {
  const brings = { 'install chromium': '/own/chromium', update: '/var/list' }
  const { machine: here } = machine({ there: ['/bin/apt-get'], brings: { ...brings } })
  const from = 'Playwright (installed now)'
  expect(findOrInstallBrowser(here)).toEqual({ path: '/own/chromium', from })
})

test('reports in one sentence what was tried and what to do', () => {
  const { machine: here } = machine({ there: ['/bin/apk'] })
  expect(() => findOrInstallBrowser(here)).toThrow(
    /^No Chromium is here [^\n]*apk add --no-cache chromium: Error: no network; [^\n]*: set CHROMIUM_PATH\.$/,
  )
})
