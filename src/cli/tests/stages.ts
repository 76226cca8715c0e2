/** One step of `npm test`. Its tools come from node_modules. */
export type Stage = {
  /** Run in order until one fails. The one that names JUnit runs tests, and takes words that choose some. */
  commands: readonly string[]
  /** Static checks run first, at once; `busy` stages need the processor, the rest wait for blocks. */
  lane: 'check' | 'busy' | 'waiting'
  folder?: string
  /** Pattern of its test files; a stage without tests counts as one test. */
  tests?: RegExp
  /** Only in a campaign. */
  isCampaign?: true
}

const junit = '--reporter=default --reporter=junit --outputFile.junit={report}'
/** Checks the answers of the service that a stage recorded against its OpenAPI document. */
const checkAnswers = 'tsx src/cli/tools/checks/answersCheck.ts'

/** All stages. */
export const stages: Readonly<Record<string, Stage>> = {
  format: { lane: 'check', commands: ['oxfmt --check'] },
  lint: { lane: 'check', commands: ['oxlint --type-aware --type-check --deny-warnings'] },
  map: { lane: 'check', commands: ['depcruise src e2e'] },
  unused: { lane: 'check', commands: ['knip'] },
  lock: { lane: 'check', commands: ['tsx src/cli/tools/checks/lockCheck.ts'] },
  house: { lane: 'check', commands: ['tsx src/cli/tools/checks/repoRulesCheck.ts'] },
  program: { lane: 'check', commands: ['tsx src/cli/tools/checks/programCheck.ts'] },
  unit: {
    lane: 'busy',
    commands: [`vitest run --project unit --project dashboard ${junit}`],
    tests: /^src\/.*(?<!\.(integration|campaign))\.test\.tsx?$/,
  },
  contracts: {
    lane: 'busy',
    folder: 'src/contracts',
    commands: [
      'solhint --disc --max-warnings 0 evm/**/*.sol',
      'node ./forge.cjs fmt --check',
      'node ./forge.cjs test --offline --use ./solc.cjs --junit',
    ],
    tests: /^src\/contracts\/test\/.*\.t\.sol$/,
  },
  integration: {
    lane: 'waiting',
    commands: [`vitest run --project integration ${junit}`, checkAnswers],
    tests: /^src\/.*\.integration\.test\.ts$/,
  },
  campaign: {
    lane: 'waiting',
    commands: [`vitest run --project campaign ${junit}`, checkAnswers],
    tests: /^src\/.*\.campaign\.test\.ts$/,
    isCampaign: true,
  },
  e2e: {
    lane: 'waiting',
    commands: ['playwright test -c e2e/playwright.config.ts --reporter=list,junit', checkAnswers],
    tests: /^e2e\/.*\.spec\.ts$/,
  },
  budget: {
    lane: 'busy',
    commands: ['vite build --outDir .cache/budget --emptyOutDir --logLevel warn', 'size-limit'],
  },
}
