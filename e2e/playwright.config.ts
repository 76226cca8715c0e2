import { defineConfig } from '@playwright/test'
import { browserArguments, findOrInstallBrowser } from './browser.ts'

const report = '.cache/test/e2e.json'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './globalSetup.ts',
  outputDir: '../.cache/e2e',
  reporter: [['list'], ['json', { outputFile: `../${report}` }]],
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: browserPath(), args: browserArguments },
  },
})

/** Workers inherit what the first process found, so that a browser is looked for once. */
function browserPath(): string {
  const known = process.env['ESTUARY_BROWSER']
  if (known !== undefined) return known
  const { path, from } = findOrInstallBrowser()
  process.env['ESTUARY_BROWSER'] = path
  console.log(`Browser: ${path}, from ${from}`)
  return path
}
