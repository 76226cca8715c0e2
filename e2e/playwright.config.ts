import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { defineConfig } from '@playwright/test'
import { shuffleFiles } from '#cli/tests/select/fileOrder.ts'
import { browserArguments, findOrInstallBrowser } from './product/browser.ts'

/** The folder of this run of the tests, so that two runs in one project share nothing. */
const run = runFolder()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  ...buildShuffledProjects(process.env['ESTUARY_SHUFFLE']),
  globalSetup: './product/globalSetup.ts',
  outputDir: join(run, 'e2e'),
  reporter: [['list'], ['../src/cli/tests/report/playwrightReporter.ts']],
  // Three pages keep two cores busy: part of a flow waits for blocks. On more cores there are no more.
  workers: 3,
  // Flows of one file follow each other: some have a product of their own, whose clocks they move.
  fullyParallel: false,
  forbidOnly: true,
  // These end what hangs, and nothing else: no flow is told slow from fast by them. Machines differ, and
  // share their cores with others.
  timeout: 600_000,
  // A wait that hangs is named before its flow ends.
  expect: { timeout: 120_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // Flows hold and change what the page asks for, which a worker would ask for itself.
    serviceWorkers: 'block',
    // Drawing motion costs a twelfth of the processor's time; pages.spec.ts looks at it.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs a quarter of a flow's time: `npm run e2e -- --trace on` makes one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findBrowserPath(), args: browserArguments },
  },
})

/** Playwright takes files by their names: in random order each is a project of its own. */
function buildShuffledProjects(seed: string | undefined) {
  if (seed === undefined) return {}
  const names = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.spec.ts'),
  )
  const files = shuffleFiles(
    names.map((moduleId) => ({ moduleId })),
    seed,
  )
  return {
    projects: files.map(({ moduleId }) => ({ name: moduleId, testMatch: `**/${moduleId}` })),
  }
}

/** Workers inherit it from the first process. */
function runFolder(): string {
  process.env['ESTUARY_RUN_FOLDER'] ??= resolve(
    import.meta.dirname,
    '../.cache/runs',
    String(process.pid),
  )
  return process.env['ESTUARY_RUN_FOLDER']
}

/** Workers inherit what the first process found, so that a browser is looked for once. */
function findBrowserPath(): string {
  const known = process.env['ESTUARY_BROWSER']
  if (known !== undefined) return known
  const { path, from } = findOrInstallBrowser()
  process.env['ESTUARY_BROWSER'] = path
  console.log(`Browser: ${path}, from ${from}`)
  return path
}
