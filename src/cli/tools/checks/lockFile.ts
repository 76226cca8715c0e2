/** Fields of a package in package-lock.json version 3; others are preserved. */
export type LockPackage = {
  version?: string
  integrity?: string
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
 * Archives for other platforms whose version the registry did not serve, so that their hash could not be
 * had: remove this, and run `npm run lock -- --complete`, where it serves them.
 */
const unserved = /^node_modules\/litesvm-(darwin|linux-arm64|linux-x64-musl)/

/**
 * Returns one sentence for each problem that makes `npm ci` fail, trust what a registry sends or depend
 * on one registry: a dependency without an entry, an entry without a version or without the hash of its
 * archive, a recorded download address.
 */
export function findLockErrors(lock: LockFile): string[] {
  return Object.entries(lock.packages).flatMap(([path, entry]) => [
    ...findMissing(lock, path, { ...entry.dependencies, ...entry.optionalDependencies }).map(
      ([name, range]) => `${name}@${range} of ${path || 'the project'} has no entry`,
    ),
    ...(path !== '' && entry.version === undefined && entry.link !== true
      ? [`${path} has no version`]
      : []),
    ...(path !== '' && entry.integrity === undefined && entry.link !== true && !unserved.test(path)
      ? [`${path} has no integrity`]
      : []),
    ...(entry.resolved?.startsWith('http') === true ? [`${path} records a download address`] : []),
  ])
}

/**
 * Adds an entry for each optional platform package that npm left out of the lock, and to each entry the
 * hash of its archive. npm skips these packages on other platforms but refuses a lock without them.
 *
 * @param findIntegrity - Asks the registry for the hash of a version; undefined when it has none.
 */
export function completeLock(
  lock: LockFile,
  findIntegrity: (name: string, version: string) => string | undefined,
): LockFile {
  const added = Object.entries(lock.packages).flatMap(([path, entry]) =>
    findMissing(lock, path, entry.optionalDependencies ?? {}).map(
      ([name, range]) => [`node_modules/${name}`, buildPlatformPackage(name, range)] as const,
    ),
  )
  const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(added) })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, entry]) => {
      if (path === '' || entry.integrity !== undefined || entry.link === true) return [path, entry]
      const { version = '', ...rest } = entry
      const integrity = findIntegrity(path.replace(/^.*node_modules\//, ''), version)
      return [path, { version, ...(integrity !== undefined && { integrity }), ...rest }]
    })
  return { ...lock, packages: Object.fromEntries(packages) }
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
