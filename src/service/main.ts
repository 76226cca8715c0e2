import { readConfig } from './config.ts'
import { runUntilStopped } from './runUntilStopped.ts'
import { startService } from './service.ts'

// The service by itself, as replicas run it: everything comes from the environment.
await runUntilStopped(async () => startService(readConfig(process.env)))
