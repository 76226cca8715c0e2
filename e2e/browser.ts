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

/**
 * Gives a browser for the flows: the one an environment variable names, the system's, Playwright's
 * own, else one that the system's package manager installs.
 * @throws Error that says what was looked for, when there is none and none can be installed.
 */
export function findOrInstallBrowser(): Browser {
  return findBrowser() ?? installBrowser()
}

function findBrowser(): Browser | undefined {
  const variable = variables.find((name) => (process.env[name] ?? '') !== '')
  if (variable !== undefined) {
    const path = process.env[variable] ?? ''
    if (starts(path)) return { path, from: `the environment variable ${variable}` }
    throw new Error(`${variable} names ${path}, which does not start as a browser`)
  }
  const system = [...commands.flatMap(locate), ...macApps].find(starts)
  if (system !== undefined) return { path: system, from: 'the system' }
  const own = chromium.executablePath()
  return starts(own) ? { path: own, from: 'Playwright' } : undefined
}

function installBrowser(): Browser {
  const manager = installers.find((installer) => locate(installer.command).length > 0)
  const failures = manager === undefined ? [] : runAll(manager.steps)
  const installed = findBrowser()
  if (installed !== undefined) return { ...installed, from: `${manager?.command} (installed now)` }
  failures.push(...runAll([[process.execPath, playwrightCli(), 'install', 'chromium']], ''))
  const downloaded = findBrowser()
  if (downloaded !== undefined) return { ...downloaded, from: 'Playwright (installed now)' }
  throw new Error(
    `No Chromium here and none could be installed; set CHROMIUM_PATH. ${failures.join('; ')}`,
  )
}

function playwrightCli(): string {
  return join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
}

/** Runs commands in order, stops at the first that fails and gives one sentence about it. */
function runAll(steps: string[][], prefix = privilege()): string[] {
  for (const step of steps) {
    const [tool = '', ...args] = prefix === '' ? step : [...prefix.split(' '), ...step]
    try {
      execFileSync(tool, args, {
        stdio: ['ignore', 'ignore', 'pipe'],
        timeout: 300_000,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    } catch (error) {
      return [`${step.join(' ')} failed: ${String(error).split('\n')[0]}`]
    }
  }
  return []
}

/** Package managers need root; Homebrew refuses it. */
function privilege(): string {
  const needsIt = process.platform === 'linux' && process.getuid?.() !== 0
  return needsIt ? 'sudo -n' : ''
}

function locate(command: string): string[] {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, command))
    .filter((path) => existsSync(path))
}

function starts(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    execFileSync(path, ['--version', ...browserArguments], { stdio: 'pipe', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}
