import { ConfigError, readConfig } from './config.ts'
import { startService } from './service.ts'

/**
 * The service by itself, as replicas run it: everything comes from the environment, SIGTERM and SIGINT
 * end it in order. A parent that started it with a channel and is gone ends it as well.
 */
async function main(): Promise<void> {
  const service = await startService(readConfig(process.env))
  let isStopping = false
  async function stop(): Promise<void> {
    if (isStopping) return
    isStopping = true
    await service.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  process.on('disconnect', () => void stop())
}

try {
  await main()
} catch (error) {
  const isKnown = error instanceof ConfigError
  process.stderr.write(`${isKnown ? error.message : String(error)}\n`)
  process.exit(1)
}
