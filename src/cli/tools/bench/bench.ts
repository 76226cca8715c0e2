import { benchExecution } from './benchExecution.ts'
import { benchFirstPage } from './benchFirstPage.ts'
import { benchHistory } from './benchHistory.ts'
import { benchBalances, benchQuotes } from './benchReads.ts'

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
  for (const bench of [benchBalances, benchQuotes, benchExecution, benchHistory, benchFirstPage]) {
    const rows = (await bench(service)).map(({ what, measured, floor, bar, unit }) => ({
      what,
      measured: `${measured.toFixed(1)} ${unit}`,
      floor: floor === undefined ? '' : `${floor.value.toFixed(1)} ${unit} (${floor.what})`,
      ratio: floor === undefined || floor.value === 0 ? '' : (measured / floor.value).toFixed(2),
      goal: bar === undefined ? '' : `${bar.toFixed(1)} ${unit}`,
      met: bar === undefined ? '' : measured <= bar ? 'yes' : 'NO',
    }))
    console.table(rows)
  }
}

await main()
