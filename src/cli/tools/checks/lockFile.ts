/** Fields of a package in package-lock.json version 3; others are preserved. */
export type LockPackage = {
  version?: string
  resolved?: string
  link?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** package-lock.json version 3: packages by their path in the project. */
export type LockFile = { packages: Record<string, LockPackage> }

/**
 * Returns one sentence for each problem that makes `npm ci` fail or depend on one registry:
 * a dependency without an entry, an entry without a version, a recorded download address.
 */
export function findLockErrors(lock: LockFile): string[] {
  return Object.entries(lock.packages).flatMap(([path, entry]) => [
    ...findMissing(lock, path, { ...entry.dependencies, ...entry.optionalDependencies }).map(
      ([name, range]) => `${name}@${range} of ${path || 'the project'} has no entry`,
    ),
    ...(path !== '' && entry.version === undefined && entry.link !== true
      ? [`${path} has no version`]
      : []),
    ...(entry.resolved?.startsWith('http') === true ? [`${path} records a download address`] : []),
  ])
}

/**
 * Gives the lock with an entry for each optional platform package that the registry did not serve.
 * npm skips these on other platforms but refuses a lock without them.
 */
export function completeLock(lock: LockFile): LockFile {
  const added = Object.entries(lock.packages).flatMap(([path, entry]) =>
    findMissing(lock, path, entry.optionalDependencies ?? {}).map(
      ([name, range]) => [`node_modules/${name}`, buildPlatformPackage(name, range)] as const,
    ),
  )
  const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(added) })
  return {
    ...lock,
    packages: Object.fromEntries(packages.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function findMissing(lock: LockFile, path: string, wanted: Record<string, string>) {
  return Object.entries(wanted).filter(([name]) => !isInstalled(lock, path, name))
}

/** Looks upward from `path` as Node does: the nearest node_modules that holds `name` serves it. */
function isInstalled(lock: LockFile, path: string, name: string): boolean {
  const candidate = `${path === '' ? '' : `${path}/`}node_modules/${name}`
  if (lock.packages[candidate] !== undefined) return true
  if (path === '') return false
  const parent = path.lastIndexOf('node_modules/')
  return isInstalled(lock, parent <= 0 ? '' : path.slice(0, parent - 1), name)
}

function buildPlatformPackage(name: string, range: string): LockPackage {
  const os = ['darwin', 'win32', 'freebsd', 'android', 'openharmony'].find((it) =>
    name.includes(it),
  )
  const cpu = ['wasm32', 'arm64', 'ia32', 'arm'].find((it) => name.includes(it)) ?? 'x64'
  const libc = name.includes('musl') ? ['musl'] : name.includes('gnu') ? ['glibc'] : undefined
  return {
    version: range.replace(/^[\^~]/, ''),
    cpu: [cpu],
    optional: true,
    ...(cpu === 'wasm32' ? {} : { os: [os ?? 'linux'] }),
    ...(libc === undefined ? {} : { libc }),
  }
}
