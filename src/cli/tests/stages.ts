import path from 'node:path'

/** One step of `npm test`: commands run in order until one fails; tools come from node_modules. */
export type TestStage = {
  name: string
  title: string
  commands: readonly StageCommand[]
  /** Where the commands run, below the project; the project itself when absent. */
  folder?: string
  /** Which tests it runs; a stage without any counts as one test itself. */
  tests?: {
    /** Of their paths. */
    pattern: RegExp
    tool: TestTool
    /** The one of the commands that runs them, and takes arguments. */
    runner: StageCommand
  }
  /** Keeps the processor busy and waits for nothing: it gives way to stages that wait for blocks. */
  isPatient?: true
  /** No test of what runs. */
  isCheck?: true
}

/** A tool and its arguments. */
export type StageCommand = readonly [tool: string, ...args: string[]]

/** Who runs tests, and tells of them. */
export type TestTool = 'vitest' | 'playwright' | 'forge'

/** Holds what the service answered during a stage against its OpenAPI document. */
const checkAnswers: StageCommand = ['tsx', 'src/cli/tools/checks/answersCheck.ts']
const reporter = path.join(import.meta.dirname, 'report/vitestReporter.ts')
const units = buildVitestCommand('unit')
const integrations = buildVitestCommand('integration')
const flows: StageCommand = ['playwright', 'test', '-c', 'e2e/playwright.config.ts']
const forge: StageCommand = ['node', './forge.cjs', 'test', '--offline', '--use', './solc.cjs']

const checks: readonly TestStage[] = [
  buildCheck('format', 'format', ['oxfmt', '--check']),
  // One run of the compiler for the rules that need types and for the types themselves.
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

/** All stages in their order: what is quick and finds most comes first. */
export const testStages: readonly TestStage[] = [
  ...checks,
  {
    name: 'unit',
    title: 'unit tests',
    commands: [units],
    tests: {
      tool: 'vitest',
      pattern: /^src\/.*(?<!\.integration)\.test\.tsx?$/,
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
    name: 'e2e',
    title: 'browser flows',
    commands: [flows, checkAnswers],
    tests: { tool: 'playwright', pattern: /^e2e\/.*\.spec\.ts$/, runner: flows },
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
 * The stages with these names, in their order; all when there are none.
 *
 * @param names - `check` stands for all static ones.
 */
export function getStages(names: readonly string[]): readonly TestStage[] {
  if (names.length === 0) return testStages
  const wanted = new Set(names.flatMap((name) => (name === 'check' ? checkNames : [name])))
  return testStages.filter((stage) => wanted.has(stage.name))
}

function buildCheck(name: string, title: string, command: StageCommand): TestStage {
  return { name, title, commands: [command], isCheck: true, isPatient: true }
}

function buildVitestCommand(project: string): StageCommand {
  return ['vitest', 'run', '--reporter=default', `--reporter=${reporter}`, `--project=${project}`]
}
