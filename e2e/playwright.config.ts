import { join, resolve } from 'node:path'

import { defineConfig } from '@playwright/test'
import {
  browserArguments,
  type Browser,
  findOrInstallBrowser,
  isHeaded,
} from './product/browser.ts'

/** Folder of this test run; concurrent runs of a project share nothing. */
const run = runFolder()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './product/globalSetup.ts',
  outputDir: join(run, 'e2e'),
  // `npm run campaign -- pictures` names a folder of its own, with those of the commit before.
  snapshotPathTemplate: `${process.env['ESTUARY_PICTURES'] ?? '{testDir}/pictures'}/{arg}{ext}`,
  // Flows mostly wait for blocks: five keep two cores busy.
  workers: 5,
  // Flows of a file run in sequence: some move the clocks of their own product.
  fullyParallel: false,
  forbidOnly: true,
  // Time-outs only end what hangs: machines differ in speed and may be busy.
  timeout: 600_000,
  // A hung wait is reported before its flow times out.
  expect: { timeout: 120_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    // Painting at half scale saves a tenth of the CPU time; the layout is the same.
    deviceScaleFactor: choosePaintScale(),
    locale: 'en-GB',
    // Flows hold back and change the page's requests, which a service worker would send itself.
    serviceWorkers: 'block',
    // Motion takes a twelfth of the CPU time; pages.spec.ts tests it.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes a quarter of a flow's time: `npm run e2e -- --trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: getLaunchOptions(),
  },
})

/** Workers inherit it from the first process. */
function runFolder(): string {
  process.env['ESTUARY_RUN_FOLDER'] ??= resolve(
    import.meta.dirname,
    '../.cache/runs',
    String(process.pid),
  )
  return process.env['ESTUARY_RUN_FOLDER']
}

/** Half scale unless someone looks on; workers inherit it from the first process, which knows. */
function choosePaintScale(): number {
  process.env['ESTUARY_PAINT_SCALE'] ??= isHeaded ? '1' : '0.5'
  return Number(process.env['ESTUARY_PAINT_SCALE'])
}

/** Workers inherit the browser from the first process, so that the search runs once. */
function getLaunchOptions() {
  const { path, environment } = readBrowser()
  return {
    executablePath: path,
    args: browserArguments,
    env: Object.fromEntries(
      Object.entries({ ...process.env, ...environment }).map(([name, value]) => [
        name,
        value ?? '',
      ]),
    ),
  }
}

function readBrowser(): Browser {
  const known = process.env['ESTUARY_BROWSER']
  if (known !== undefined) return JSON.parse(known)
  const browser = findOrInstallBrowser()
  process.env['ESTUARY_BROWSER'] = JSON.stringify(browser)
  console.log(`Browser: ${browser.path}, from ${browser.from}`)
  return browser
}
