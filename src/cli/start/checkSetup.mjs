// Runs before everything else of `npm start`, so that what keeps it from starting is one sentence and
// not the trace of a bundler. Plain JavaScript that an old Node reads too. Runs in the project's folder.
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'

const { engines } = readJson('package.json')
const fault = findOldNode() ?? findStalePackages() ?? findLockedFolder()
if (fault !== undefined) {
  console.error(fault)
  process.exit(1)
}

function findOldNode() {
  const [needed, running] = [engines.node, process.versions.node].map((text) =>
    (/\d+\.\d+/.exec(text)?.[0] ?? '').split('.').map(Number),
  )
  const isOld = running[0] < needed[0] || (running[0] === needed[0] && running[1] < needed[1])
  return isOld
    ? `Estuary needs Node ${needed.join('.')} or later, and this is ${process.versions.node}.`
    : undefined
}

/** Compares what npm installed with what the lock file asks for, as after `git pull`. */
function findStalePackages() {
  if (!existsSync('node_modules')) return 'The packages are missing: run "npm ci".'
  // Another installer leaves no such record, and is believed.
  if (!existsSync('node_modules/.package-lock.json')) return undefined
  const installed = readJson('node_modules/.package-lock.json').packages
  const stale = Object.entries(readJson('package-lock.json').packages).find(
    ([path, { version, optional }]) =>
      path !== '' && (installed[path] ? installed[path].version !== version : !optional),
  )
  return stale && `The packages are not those of package-lock.json (${stale[0]}): run "npm ci".`
}

/** The bundler writes here; it is another user's after a start as root. */
function findLockedFolder() {
  try {
    mkdirSync('.cache', { recursive: true })
    accessSync('.cache', constants.W_OK)
    return undefined
  } catch {
    // Whatever the reason, nothing can be built.
    return `Nothing can be written to ${process.cwd()}/.cache: give this user the right to, or start as its owner.`
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
