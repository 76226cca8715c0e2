import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, readdirSync, statSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive } from '#devnet/node/processes.ts'
import { keepFirst, removeOldest, computeSourceHash } from './builtFolders.ts'

/** Longest wait for a build, ms: its process id may belong to another process by then. */
const maxBuildMs = 120_000

/**
 * Waits until the folder exists, or no other process is building it any more, so that several starts at
 * once do the work of one. A process that builds `folder` does so in `<folder>.<its pid>`.
 *
 * @throws AbortError when the signal is aborted.
 */
export async function waitForOtherBuild(folder: string, signal: AbortSignal): Promise<void> {
  while (!existsSync(folder) && isBeingBuilt(folder)) await wait(100, undefined, { signal })
}

function isBeingBuilt(folder: string): boolean {
  const home = path.dirname(folder)
  if (!existsSync(home)) return false
  const prefix = `${path.basename(folder)}.`
  return readdirSync(home)
    .filter((name) => name.startsWith(prefix) && isAlive(Number(name.slice(prefix.length))))
    .some((name) => {
      const begun = statSync(path.join(home, name), { throwIfNoEntry: false })
      return begun !== undefined && Date.now() - begun.mtimeMs < maxBuildMs
    })
}

const sources = [
  'index.html',
  'vite.config.ts',
  'src/cli/build/builtChunks.ts',
  'src/cli/build/dashboardBuild.ts',
  'public',
  'src/dashboard',
  'src/chains',
  'src/contracts/abi',
  'src/networks',
  'src/protocol',
  'package-lock.json',
]
const compressible = /\.(js|css|html|svg|json|txt|map)$/
const worthCompressingBytes = 1024

/**
 * Returns the folder of the built dashboard, and builds it first if its sources have changed.
 *
 * @param root - Folder of the project.
 * @param options.onBuild - Called before a build, which takes some seconds.
 * @param options.signal - Aborts the build.
 * @throws Error with the output of a failed build.
 */
export async function buildDashboard(
  root: string,
  options: { onBuild: () => void; signal: AbortSignal },
): Promise<string> {
  const home = path.join(root, '.cache', 'dashboard')
  const folder = path.join(home, computeSourceHash(root, sources))
  if (existsSync(folder)) return folder
  options.onBuild()
  const unfinished = `${folder}.${process.pid}`
  await waitForOtherBuild(folder, options.signal)
  if (existsSync(folder)) return folder
  mkdirSync(unfinished, { recursive: true })
  try {
    await runVite(root, { folder: unfinished, signal: options.signal })
    await compressFiles(unfinished)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
  keepFirst(unfinished, { folder })
  // An older build may still be served.
  removeOldest(home, { keep: 4 })
  return folder
}

function runVite(
  root: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<void> {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const child = spawn(
    process.execPath,
    [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      // A test runner's value would bundle React's development build, 60 kB more.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  const printed: string[] = []
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`The dashboard could not be built: ${printed.join('').trim()}`))
    })
  })
}

/** Writes a `.br` and a `.gz` beside every text file, so that no request has to compress. */
async function compressFiles(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    names
      .filter((name) => compressible.test(name))
      .map((name) => compressFile(path.join(folder, name))),
  )
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < worthCompressingBytes) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 22 },
    }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
