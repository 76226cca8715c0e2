import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Devnet, startDevnet } from '#devnet/startDevnet.ts'
import {
  type EmbeddedServer,
  startEmbeddedServer,
} from '#service/storage/embedded/embeddedServer.ts'
import { toUrlHost } from '#service/config/config.ts'
import { buildDashboard } from '../build/dashboardBuild.ts'
import { getAllowedPages, type Settings, readSettings } from './settings/settings.ts'
import { checkPortFree, findFreePort } from './settings/ports.ts'
import { type ChildrenOptions, startAttestorChild, startServiceChild } from './productChildren.ts'
import { prepareDataDir } from './stateFolder.ts'
import { spawn } from 'node:child_process'

const readyWithinMs = 60_000
const stopWithinMs = 30_000
const guardMs = 1_000

/** Script of the reaper: reads lists of process ids; at the end of its input, kills those of the last list. */
const script = `trap '' INT TERM HUP
last=
while read -r line; do last=$line; done
[ -n "$last" ] && kill -INT $last 2>/dev/null
exit 0`

const cleanup = createCleanupStack((error) => console.error(error))
const stopping = new AbortController()
let exitCode = 0

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Handlers that start.ts set while bundling.
  process.removeAllListeners(signal)
  process.on(signal, () => stopping.abort())
}

// Runs until it is stopped or cannot continue; stops everything it started before it exits.
try {
  const settings = readSettings(process.env)
  await startProduct(settings)
  await waitForAbort(stopping.signal)
} catch (error) {
  failWith(error)
}
// If something hangs, the orphan reaper kills the rest.
setTimeout(() => process.exit(1), stopWithinMs).unref()
await cleanup.run()
process.exit(exitCode)

async function startProduct(settings: Settings): Promise<void> {
  const { host, dataDir } = settings
  prepareDataDir(dataDir)
  const port = settings.port === 0 ? await findFreePort(host) : settings.port
  await checkPortFree(port, { host, name: 'PORT' })
  const work = [
    buildDashboard(process.cwd(), {
      onBuild: () => print('Building the dashboard ...', settings),
      signal: stopping.signal,
    }),
    startChains(settings, port),
    startDatabase(settings),
  ] as const
  // The first failure is reported at once and aborts the others, which first stop what they started.
  for (const part of work) part.catch(failWith)
  await Promise.allSettled(work)
  stopping.signal.throwIfAborted()
  const [dashboardFolder, devnet, database] = await Promise.all(work)
  const processes = startChildren({
    devnet,
    databaseUrl: database.databaseUrl,
    databasePid: database.pid,
    dataDir,
    host,
    port,
    dashboardFolder,
    onWarning: (sentence) => console.error(sentence),
    onGivenUp: fail,
  })
  const url = `http://${toUrlHost(host)}:${port}`
  await waitUntilReady(url)
  announce({ url: settings.publicUrl ?? url, port, devnet, processes }, settings)
}

async function startChains(settings: Settings, port: number): Promise<Devnet> {
  const { network, chains, dataDir, chainPorts, blockMs } = settings
  const devnet = await startDevnet({
    name: network,
    chains,
    dataDir,
    ports: chainPorts,
    allowedPages: getAllowedPages(process.env, { host: settings.host, port }),
    blockMs,
    onWarning: (sentence) => console.error(sentence),
    signal: stopping.signal,
  })
  cleanup.add(() => devnet.stop())
  return devnet
}

type Database = Pick<EmbeddedServer, 'databaseUrl'> & { pid: () => number | undefined }

async function startDatabase({ databaseUrl, dataDir }: Settings): Promise<Database> {
  if (databaseUrl !== undefined) return { databaseUrl, pid: () => undefined }
  const server = await startEmbeddedServer({ dataDir, signal: stopping.signal })
  cleanup.add(() => server.stop())
  if (path.relative(dataDir, server.folder).startsWith('..'))
    console.error(
      `PostgreSQL does not run as root: the system user postgres, created if it was missing, runs it in ${server.folder}. "npm run reset" removes that folder.`,
    )
  return server
}

/** Process ids of the service and the attestor; tests kill one to see what happens. */
type Processes = { service: number | undefined; attestor: number | undefined }

function startChildren(
  options: ChildrenOptions & { databasePid: () => number | undefined },
): Processes {
  const [service, attestor] = [startServiceChild(options), startAttestorChild(options)]
  const children = [service, attestor]
  cleanup.add(async () => {
    await Promise.all(children.map((child) => child.stop()))
  })
  const watch = startOrphanReaper()
  function guard(): void {
    const { chains, solana } = options.devnet
    const nodes = [...chains, ...(solana ? [solana] : [])].map(({ node }) => node.pid())
    const pids = [...children.map((child) => child.pid()), ...nodes, options.databasePid()]
    watch.guard(pids.filter((pid) => pid !== undefined))
  }
  guard()
  const timer = setInterval(guard, guardMs)
  cleanup.add(() => {
    clearInterval(timer)
    watch.release()
  })
  return { service: service.pid(), attestor: attestor.pid() }
}

async function waitUntilReady(url: string): Promise<void> {
  const endsAtMs = performance.now() + readyWithinMs
  let last = 'it does not answer'
  while (performance.now() < endsAtMs) {
    stopping.signal.throwIfAborted()
    const [status, text] = await readReadiness(url)
    if (status === 200) return
    last = text
    await wait(50)
  }
  throw new Error(`The service was not ready within ${readyWithinMs / 1000} s: ${last}`)
}

async function readReadiness(url: string): Promise<[status: number, text: string]> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: stopping.signal })
    return [response.status, await response.text()]
  } catch {
    // Not listening yet, or aborted.
    return [0, 'it does not answer']
  }
}

function announce(
  started: { url: string; port: number; devnet: Devnet; processes: Processes },
  settings: Settings,
): void {
  const { url, port, devnet, processes } = started
  const seconds = process.uptime().toFixed(1)
  const chains = devnet.network.chains.map(({ chainId, name, rpcUrl }) => {
    return { chainId, name, rpcUrl }
  })
  if (settings.isJson) console.log(JSON.stringify({ url, port, chains, processes }))
  if (!devnet.network.hasPublishedKeys) warnOfPublicIds(settings)
  print(`Estuary is ready at ${url} (${seconds} s). Ctrl-C ends it.`, settings)
}

/** What is signed for a public chain id may be valid on the public chain. Source: security rule 11. */
function warnOfPublicIds({ dataDir }: Settings): void {
  console.error(
    'The chains have public chain ids: use throw-away keys only. What you sign here for a key that holds anything on the real chains may be good there too.',
  )
  console.error(`Clients send the apiKey of ${path.join(dataDir, 'keys.json')} as x-api-key.`)
}

function print(sentence: string, { isJson }: Settings): void {
  if (!isJson) console.log(sentence)
}

/** Reports why it cannot continue; while shutting down, errors only result from the abort. */
function failWith(error: unknown): void {
  if (!stopping.signal.aborted) fail(error instanceof Error ? error.message : String(error))
}

/** Prints one sentence and exits with code 1. */
function fail(sentence: string): void {
  console.error(sentence)
  exitCode = 1
  stopping.abort()
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Cleanup functions that run in reverse order; see {@link createCleanupStack}. */
type CleanupStack = {
  add: (end: () => Promise<void> | void) => void
  /** Runs each cleanup once, the newest first, even if others fail. */
  run: () => Promise<void>
}

/** Creates an empty cleanup stack. */
function createCleanupStack(onFailure: (error: unknown) => void): CleanupStack {
  const ends: (() => Promise<void> | void)[] = []
  return {
    add: (end) => void ends.push(end),
    async run() {
      for (let end = ends.pop(); end; end = ends.pop()) {
        try {
          await end()
        } catch (error) {
          onFailure(error)
        }
      }
    },
  }
}

/** Kills child processes when this process dies without doing so; see {@link startOrphanReaper}. */
type OrphanReaper = {
  /** Replaces the list of processes to kill. */
  guard(pids: readonly number[]): void
  /** Stops the reaper without killing anything. */
  release(): void
}

/**
 * Starts a small shell that outlives this process and kills what it leaves behind: local nodes and the
 * database do not notice when their parent is gone (SIGKILL cannot be caught).
 */
function startOrphanReaper(): OrphanReaper {
  const shell = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  shell.unref()
  // The reaper is a safeguard: the product goes on without it.
  shell.stdin.on('error', () => undefined)
  return {
    guard: (pids) => void shell.stdin.write(`${pids.join(' ')}\n`),
    release: () => void shell.stdin.end('\n'),
  }
}
