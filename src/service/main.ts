import { readConfig } from './config/config.ts'
import { runUntilStopped } from './roles/runUntilStopped.ts'
import { startService } from './roles/service.ts'

// The service by itself, as replicas run it: everything comes from the environment.
await runUntilStopped(async () => startService(readConfig(process.env)))
