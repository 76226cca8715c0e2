import { benchBalances } from './benchBalances.ts'
import { benchDistantBalances } from './benchDistantBalances.ts'
import { benchExecution } from './benchExecution.ts'
import { benchFirstPage } from './benchFirstPage.ts'
import { benchHistory } from './benchHistory.ts'
import { benchManyChains } from './benchManyChains.ts'
import { benchOverload } from './benchOverload.ts'
import { benchQuotes } from './benchQuotes.ts'
import { renderReport } from './benchReport.ts'
import { benchStart } from './benchStart.ts'

/**
 * `npm run bench`: measures the service at `ESTUARY_URL` (http://127.0.0.1:8080) through its public
 * interface, mostly as ratios to baselines of the same run (floors), and compares with the goals. It
 * is not a test: the exit code only says whether everything could be measured.
 */
async function main(): Promise<void> {
  const url = process.env['ESTUARY_URL'] ?? 'http://127.0.0.1:8080'
  const service = { url, key: process.env['API_KEY'] ?? 'estuary-devnet' }
  const isReady = await fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
  if (!isReady) {
    console.error(`No Estuary is ready at ${url}; run \`npm start\` first or set ESTUARY_URL`)
    process.exitCode = 1
    return
  }
  for (const bench of [
    benchFirstPage,
    benchQuotes,
    benchOverload,
    benchBalances,
    benchDistantBalances,
    benchManyChains,
    benchExecution,
    benchHistory,
    benchStart,
  ])
    console.log(renderReport(await bench(service)))
}

await main()
