import { ConfigError } from '../config/config.ts'
import type { Service } from './service.ts'

/**
 * Runs a service until SIGTERM, SIGINT or the loss of its parent's IPC channel, then stops it
 * gracefully. A failed start prints one sentence to stderr and exits with code 1.
 */
export async function runUntilStopped(start: () => Promise<Service>): Promise<void> {
  let stopping: Promise<void> | undefined
  const starting = start()

  async function stop(): Promise<void> {
    await (await starting).stop()
    process.exit(0)
  }

  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    process.on(event, () => {
      stopping ??= stop()
    })
  try {
    await starting
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const text = error instanceof ConfigError ? message : `The service did not start: ${message}`
    process.stderr.write(`${text}\n`)
    process.exit(1)
  }
}
