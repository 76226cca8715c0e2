import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** A Chromium that starts here, and where it came from, for the log. */
export type Browser = { path: string; from: string }

const variables = ['CHROMIUM_PATH', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH']
const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const macApps = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
/** How each package manager installs Chromium; the first whose command exists is asked. */
const installers: { command: string; steps: string[][] }[] = [
  {
    command: 'apt-get',
    steps: [
      ['apt-get', 'update', '-q'],
      ['apt-get', 'install', '-y', '-q', '--no-install-recommends', 'chromium'],
    ],
  },
  { command: 'apk', steps: [['apk', 'add', '--no-cache', 'chromium']] },
  { command: 'dnf', steps: [['dnf', 'install', '-y', 'chromium']] },
  { command: 'pacman', steps: [['pacman', '-Sy', '--noconfirm', 'chromium']] },
  { command: 'brew', steps: [['brew', 'install', '--cask', 'chromium']] },
]

/** What Chromium is started with: no sandbox only for root, nothing that calls home. */
export const browserArguments: string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** What finding a browser asks of the machine; other answers in tests. */
export type Machine = {
  environment: Readonly<Record<string, string | undefined>>
  /** Whether package managers need `sudo`. */
  needsSudo: boolean
  exists: (path: string) => boolean
  /** Whether the file is there and runs as a browser. */
  starts: (path: string) => boolean
  /** Where Playwright keeps a Chromium of its own, there or not. */
  ownPath: () => string
  /** Runs a command. @throws Error when it fails. */
  run: (tool: string, args: readonly string[]) => void
}

/**
 * Gives a browser for the flows: the one an environment variable names, the system's, Playwright's
 * own, else one that the system's package manager or Playwright installs.
 * @param machine - This one unless given.
 * @throws Error in one sentence when there is none and none can be installed.
 */
export function findOrInstallBrowser(machine: Machine = thisMachine): Browser {
  return findBrowser(machine) ?? installBrowser(machine)
}

const thisMachine: Machine = {
  environment: process.env,
  needsSudo: process.platform === 'linux' && process.getuid?.() !== 0,
  exists: existsSync,
  starts,
  ownPath: () => chromium.executablePath(),
  run(tool, args) {
    execFileSync(tool, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  },
}

function findBrowser(machine: Machine): Browser | undefined {
  const { environment } = machine
  const variable = variables.find((name) => (environment[name] ?? '') !== '')
  if (variable !== undefined) {
    const path = environment[variable] ?? ''
    if (machine.starts(path)) return { path, from: `the environment variable ${variable}` }
    throw new Error(`${variable} names ${path}, which does not start as a browser.`)
  }
  const places = [...commands.flatMap((command) => locate(command, machine)), ...macApps]
  const system = places.find((path) => machine.starts(path))
  if (system !== undefined) return { path: system, from: 'the system' }
  const own = machine.ownPath()
  return machine.starts(own) ? { path: own, from: 'Playwright' } : undefined
}

function installBrowser(machine: Machine): Browser {
  const manager = installers.find(({ command }) => locate(command, machine).length > 0)
  // Package managers need root; Homebrew refuses it.
  const prefix = machine.needsSudo ? ['sudo', '-n'] : []
  const steps = (manager?.steps ?? []).map((step) => [...prefix, ...step])
  const failures = runAll(steps, machine)
  const installed = findBrowser(machine)
  if (installed !== undefined) return { ...installed, from: `${manager?.command} (installed now)` }
  const download = [process.execPath, playwrightCli(), 'install', 'chromium']
  failures.push(...runAll([download], machine))
  const downloaded = findBrowser(machine)
  if (downloaded !== undefined) return { ...downloaded, from: 'Playwright (installed now)' }
  throw new Error(
    `No Chromium is here and none could be installed (${failures.join('; ')}): set CHROMIUM_PATH.`,
  )
}

function playwrightCli(): string {
  return join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
}

/** Runs commands in order, stops at the first that fails and tells it. */
function runAll(steps: readonly (readonly string[])[], machine: Machine): string[] {
  for (const [tool = '', ...args] of steps) {
    try {
      machine.run(tool, args)
    } catch (error) {
      return [`${[tool, ...args].join(' ')}: ${String(error).split('\n')[0]}`]
    }
  }
  return []
}

function locate(command: string, { environment, exists }: Machine): string[] {
  return (environment['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, command))
    .filter((path) => exists(path))
}

function starts(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    execFileSync(path, ['--version', ...browserArguments], { stdio: 'pipe', timeout: 20_000 })
    return true
  } catch {
    // A file that does not run as a browser is none.
    return false
  }
}
