import path from 'node:path'

/** One step of `npm test`: commands run in order until one fails; tools come from node_modules. */
export type TestStage = {
  name: string
  title: string
  commands: readonly StageCommand[]
  /** Working directory, relative to the project. */
  folder?: string
  /** Its tests; a stage without tests counts as one test. */
  tests?: {
    /** Pattern of their paths. */
    pattern: RegExp
    tool: TestTool
    /** The command that runs them and takes arguments. */
    runner: StageCommand
    /** What it takes where no files are chosen: all that are not left to the campaign. */
    whole?: readonly string[]
  }
  /** CPU-bound: runs with low priority beside stages that wait for blocks. */
  isPatient?: true
  /** A static check. */
  isCheck?: true
}

/** A tool and its arguments. */
export type StageCommand = readonly [tool: string, ...args: string[]]

/** Test runners that report events. */
export type TestTool = 'vitest' | 'playwright' | 'forge'

/** Checks the service's responses of a stage against its OpenAPI document. */
const checkAnswers: StageCommand = ['tsx', 'src/cli/tools/checks/answersCheck.ts']
const reporter = path.join(import.meta.dirname, 'report/vitestReporter.ts')
const units = buildVitestCommand('unit')
const integrations = buildVitestCommand('integration')
const campaigns = buildVitestCommand('campaign')
const flows: StageCommand = ['playwright', 'test', '-c', 'e2e/playwright.config.ts']
const forge: StageCommand = ['node', './forge.cjs', 'test', '--offline', '--use', './solc.cjs']

/** The stage that runs only in a campaign, and where its files are named. */
const campaignName = 'campaign'

const checks: readonly TestStage[] = [
  buildCheck('format', 'format', ['oxfmt', '--check']),
  // One compiler run for type errors and for type-aware rules.
  buildCheck('lint', 'lint and types', [
    'oxlint',
    '--type-aware',
    '--type-check',
    '--deny-warnings',
  ]),
  buildCheck('map', 'import map', ['depcruise', 'src', 'e2e']),
  buildCheck('unused', 'unused code', ['knip']),
  buildCheck('lock', 'lock file', ['tsx', 'src/cli/tools/checks/lockCheck.ts']),
  buildCheck('house', 'house rules', ['tsx', 'src/cli/tools/checks/repoRulesCheck.ts']),
]

/** All stages in order: those that are quick and find most come first. */
export const testStages: readonly TestStage[] = [
  ...checks,
  {
    name: 'unit',
    title: 'unit tests',
    commands: [units],
    tests: {
      tool: 'vitest',
      pattern: /^src\/.*(?<!\.(integration|campaign))\.test\.tsx?$/,
      runner: units,
    },
    isPatient: true,
  },
  buildCheck('program', 'Solana program, rebuilt', ['tsx', 'src/cli/tools/checks/programCheck.ts']),
  {
    name: 'contracts',
    title: 'contract tests',
    commands: [
      ['solhint', '--disc', '--max-warnings', '0', 'evm/**/*.sol'],
      ['node', './forge.cjs', 'fmt', '--check'],
      forge,
    ],
    folder: 'src/contracts',
    tests: { tool: 'forge', pattern: /^src\/contracts\/test\/.*\.t\.sol$/, runner: forge },
    isPatient: true,
  },
  {
    name: 'integration',
    title: 'integration tests on real nodes',
    commands: [integrations, checkAnswers],
    tests: { tool: 'vitest', pattern: /^src\/.*\.integration\.test\.ts$/, runner: integrations },
  },
  {
    name: campaignName,
    title: 'integration tests of the campaign',
    commands: [campaigns, checkAnswers],
    tests: { tool: 'vitest', pattern: /^src\/.*\.campaign\.test\.ts$/, runner: campaigns },
  },
  {
    name: 'e2e',
    title: 'browser flows',
    commands: [flows, checkAnswers],
    tests: {
      tool: 'playwright',
      pattern: /^e2e\/.*\.spec\.ts$/,
      runner: flows,
      whole: [String.raw`(?<!\.campaign)\.spec\.ts$`],
    },
  },
  {
    name: 'budget',
    title: 'bundle budget',
    commands: [['tsx', 'src/cli/tools/checks/budgetBuild.ts'], ['size-limit']],
    isPatient: true,
  },
]

/** The stages that need neither nodes nor a browser nor a database: `npm run check`. */
export const checkNames: readonly string[] = checks.map((stage) => stage.name)

/**
 * Returns the stages with these names, in order; without names all but the campaign's.
 *
 * @param names - `check` stands for all static ones.
 */
export function getStages(names: readonly string[]): readonly TestStage[] {
  if (names.length === 0) return testStages.filter(({ name }) => name !== campaignName)
  const wanted = new Set(names.flatMap((name) => (name === 'check' ? checkNames : [name])))
  return testStages.filter((stage) => wanted.has(stage.name))
}

function buildCheck(name: string, title: string, command: StageCommand): TestStage {
  return { name, title, commands: [command], isCheck: true, isPatient: true }
}

function buildVitestCommand(project: string): StageCommand {
  return ['vitest', 'run', '--reporter=default', `--reporter=${reporter}`, `--project=${project}`]
}
