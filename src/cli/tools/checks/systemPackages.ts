import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** The machine to install on; replaced in tests. */
export type PackageMachine = {
  environment: Readonly<Record<string, string | undefined>>
  /** Whether package managers need `sudo`. */
  needsSudo: boolean
  exists: (path: string) => boolean
  /** Runs a command. @throws Error when it fails. */
  run: (tool: string, args: readonly string[]) => void
}

/** What each package manager calls a package, by the manager's command. */
export type PackageNames = Partial<Record<Manager, string>>

/** What was tried: the manager, when there is one that knows the package, and what failed. */
export type InstallAttempt = { manager: Manager | undefined; failures: string[] }

type Manager = 'apt-get' | 'apk' | 'dnf' | 'pacman' | 'brew'

/** How each package manager installs; the first whose command exists is used. */
const managers: readonly { manager: Manager; steps: readonly (readonly string[])[] }[] = [
  {
    manager: 'apt-get',
    steps: [
      ['update', '-q'],
      ['install', '-y', '-q', '--no-install-recommends'],
    ],
  },
  { manager: 'apk', steps: [['add', '--no-cache']] },
  { manager: 'dnf', steps: [['install', '-y']] },
  { manager: 'pacman', steps: [['-Sy', '--noconfirm']] },
  { manager: 'brew', steps: [['install']] },
]

/** This machine. */
export const thisMachine: PackageMachine = {
  environment: process.env,
  // Package managers need root; Homebrew refuses it.
  needsSudo: process.platform === 'linux' && process.getuid?.() !== 0,
  exists: existsSync,
  run(tool, args) {
    execFileSync(tool, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  },
}

/** Installs a package with the system's package manager. Never throws; returns what failed. */
export function installPackage(names: PackageNames, machine: PackageMachine): InstallAttempt {
  const found = managers.find(
    ({ manager }) => names[manager] !== undefined && locate(manager, machine).length > 0,
  )
  if (found === undefined) return { manager: undefined, failures: [] }
  const name = names[found.manager] ?? ''
  const prefix = machine.needsSudo ? ['sudo', '-n'] : []
  const steps = found.steps.map((step, index) => {
    const isLast = index === found.steps.length - 1
    return [...prefix, found.manager, ...step, ...(isLast ? name.split(' ') : [])]
  })
  return { manager: found.manager, failures: runAll(steps, machine) }
}

/** Runs commands in order up to the first that fails. @returns That failure, if any. */
function runAll(
  steps: readonly (readonly string[])[],
  { run }: Pick<PackageMachine, 'run'>,
): string[] {
  for (const [tool = '', ...args] of steps) {
    try {
      run(tool, args)
    } catch (error) {
      return [`${[tool, ...args].join(' ')}: ${String(error).split('\n')[0]}`]
    }
  }
  return []
}

/** Every file of a command on the search path. */
export function locate(
  command: string,
  { environment, exists }: Pick<PackageMachine, 'environment' | 'exists'>,
): string[] {
  return (environment['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, command))
    .filter((place) => exists(place))
}
