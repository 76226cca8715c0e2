import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'

import { bundleProgram } from '#cli/build/programBundle.ts'
import { openFolder } from '#testing/harness/openFolder.ts'
import { hangMs } from '#testing/hangMs.ts'

/** A running product. */
export type Product = {
  /** Its public URL. */
  url: string
  /** The URL where it listens: the same unless PUBLIC_URL is set. */
  ownUrl: string
  /** Suspends the service: it accepts requests and answers none until it is resumed. */
  pauseService: () => void
  resumeService: () => void
  /** Its output so far. */
  printed: () => string
  stop: () => Promise<void>
}

/**
 * Starts the product as `npm start` does, on free ports and with its own data folder.
 *
 * @param environment - Variables of `npm start`.
 * @throws Error with its output when it exits or is not ready in time.
 */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const { product } = await bundleProgram(process.cwd())
  const dataFolder = await openFolder()
  const child = spawn(process.execPath, [product], {
    env: {
      ...process.env,
      PORT: '0',
      DEVNET_PORTS: '0,0,0,0',
      // A quarter of the default, to wait less.
      DEVNET_BLOCK_MS: '250',
      DATA_DIR: dataFolder,
      ESTUARY_PRINT: 'json',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  async function stop(): Promise<void> {
    await stopChild(child)
    rmSync(dataFolder, { recursive: true, force: true })
  }
  try {
    const lines: string[] = []
    const addresses = await waitForAddresses(child, lines)
    const service = findServicePid(child)
    return {
      ...addresses,
      pauseService: () => void process.kill(service, 'SIGSTOP'),
      resumeService: () => void process.kill(service, 'SIGCONT'),
      printed: () => lines.join('\n'),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Process id of the product's service. */
function findServicePid({ pid }: ChildProcess): number {
  return Number(
    execFileSync('pgrep', ['-P', String(pid), '-f', 'serve\\.js'], { encoding: 'utf8' }),
  )
}

/** Waits for the URLs that the product prints when it is ready; appends its output to `lines`. */
function waitForAddresses(
  child: ChildProcess & { stdout: NodeJS.ReadableStream },
  lines: string[],
): Promise<Pick<Product, 'url' | 'ownUrl'>> {
  child.stderr?.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
  return new Promise((found, fail) => {
    function giveUp(reason: string): void {
      fail(new Error(`The product did not start: ${reason}\n${lines.join('\n')}`))
    }
    const timer = setTimeout(() => giveUp('it took too long'), hangMs)
    child.once('exit', (code) => giveUp(`it ended with exit code ${code}`))
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line)
      const [, url, port] = /"url":"([^"]+)","port":(\d+)/.exec(line) ?? []
      if (url === undefined) return
      clearTimeout(timer)
      found({ url, ownUrl: `http://127.0.0.1:${port}` })
    })
  })
}

/** Stops it like Ctrl-C and waits. @throws Error when it does not exit. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGINT')
  await ended
}
