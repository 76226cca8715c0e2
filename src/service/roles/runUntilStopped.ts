import { ConfigError } from '../config/config.ts'
import type { Service } from './service.ts'

/**
 * Runs a service until SIGTERM or SIGINT asks it to end, or the parent that started it with a channel
 * is gone; then ends it in order. A start that fails is one sentence on stderr and exit code 1.
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
