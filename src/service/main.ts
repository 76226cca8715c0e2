import { readConfig } from './config/config.ts'
import { runUntilStopped } from './roles/runUntilStopped.ts'
import { startService } from './roles/service.ts'

// Runs the service alone, as replicas do, configured by the environment.
await runUntilStopped(async () => startService(readConfig(process.env)))
