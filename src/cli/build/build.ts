import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'

import { buildDashboard } from './dashboardBuild.ts'
import { bundle } from './programBundle.ts'

// `npm run build`: builds what `npm run serve` needs into `dist`. Runs in the project's folder.
const root = process.cwd()
const dist = path.join(root, 'dist')
const dashboard = await buildDashboard(root, {
  onBuild: () => console.log('Building the dashboard ...'),
  signal: new AbortController().signal,
})
rmSync(dist, { recursive: true, force: true })
const programs = {
  serve: 'src/cli/serve/serveAlone.ts',
  executions: 'src/cli/reports/executions.ts',
  keys: 'src/cli/reports/keys.ts',
}
await bundle(programs, { root, folder: path.join(dist, 'program') })
cpSync(dashboard, path.join(dist, 'dashboard'), { recursive: true })
console.log('Built into dist. It runs with package.json, package-lock.json and dist alone:')
console.log('npm ci --omit=dev && npm run serve')
