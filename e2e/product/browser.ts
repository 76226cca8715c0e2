import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

import {
  installPackage,
  locate,
  type PackageMachine,
  type PackageNames,
  runAll,
  thisMachine as packageMachine,
} from '#cli/tools/checks/systemPackages.ts'

/** A Chromium that starts on this machine, and its origin for the log. */
export type Browser = { path: string; from: string }

const variables = ['CHROMIUM_PATH', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH']
/** Headless Chromium: a quarter less work for the same pages. */
const headlessCommands = ['chromium-headless-shell', 'chrome-headless-shell']
const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const macApps = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
/** Packages of headless Chromium, where they exist. */
const headlessPackageNames: PackageNames = { 'apt-get': 'chromium-headless-shell' }
/** Packages of Chromium. */
const packageNames: PackageNames = {
  'apt-get': 'chromium',
  apk: 'chromium',
  dnf: 'chromium',
  pacman: 'chromium',
  brew: '--cask chromium',
}

/** Flags of Chromium: no sandbox for root only, no background requests. */
export const browserArguments: string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Whether this process was asked for a browser that people see. */
export const isHeaded = ['--headed', '--debug', '--ui'].some((option) =>
  process.argv.includes(option),
)

/** Access to the machine; replaced in tests. */
export type Machine = PackageMachine & {
  /** Whether a visible window is requested. */
  isHeaded: boolean
  /** Whether the file is there and runs as a browser. */
  starts: (path: string) => boolean
  /** Path of Playwright's own Chromium, whether or not it is installed. */
  ownPath: () => string
}

/**
 * Finds a browser for the flows: from an environment variable, the system's or Playwright's own; else the
 * system's package manager or Playwright installs one.
 * @param machine - This one unless given.
 * @throws Error with one sentence when there is none and none can be installed.
 */
export function findOrInstallBrowser(machine: Machine = thisMachine): Browser {
  return findBrowser(machine) ?? installBrowser(machine)
}

const thisMachine: Machine = {
  ...packageMachine,
  isHeaded,
  starts,
  ownPath: () => chromium.executablePath(),
}

function findBrowser(machine: Machine): Browser | undefined {
  const { environment } = machine
  const variable = variables.find((name) => (environment[name] ?? '') !== '')
  if (variable !== undefined) {
    const path = environment[variable] ?? ''
    if (machine.starts(path)) return { path, from: `the environment variable ${variable}` }
    throw new Error(`${variable} names ${path}, which does not start as a browser.`)
  }
  const names = machine.isHeaded ? commands : [...headlessCommands, ...commands]
  const places = [...names.flatMap((command) => locate(command, machine)), ...macApps]
  const system = places.find((path) => machine.starts(path))
  if (system !== undefined) return { path: system, from: 'the system' }
  const own = machine.ownPath()
  return machine.starts(own) ? { path: own, from: 'Playwright' } : undefined
}

function installBrowser(machine: Machine): Browser {
  const failures: string[] = []
  for (const names of machine.isHeaded ? [packageNames] : [headlessPackageNames, packageNames]) {
    const tried = installPackage(names, machine)
    const installed = findBrowser(machine)
    if (installed !== undefined) return { ...installed, from: `${tried.manager} (installed now)` }
    failures.push(...tried.failures)
  }
  const download = [process.execPath, getPlaywrightCli(), 'install', 'chromium']
  failures.push(...runAll([download], machine))
  const downloaded = findBrowser(machine)
  if (downloaded !== undefined) return { ...downloaded, from: 'Playwright (installed now)' }
  throw new Error(
    `No Chromium is here and none could be installed (${failures.join('; ')}): set CHROMIUM_PATH.`,
  )
}

function getPlaywrightCli(): string {
  return join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js')
}

function starts(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    // A browser that hangs at start does not count.
    execFileSync(path, ['--version', ...browserArguments], { stdio: 'pipe', timeout: 20_000 })
    return true
  } catch {
    // A file that does not run does not count.
    return false
  }
}
