import path from 'node:path'

import { runFolder } from './runFolder.ts'
import type { ReportKind } from './stageCounts.ts'

/** One step of `npm test`: commands run in order until one fails; tools come from node_modules. */
export type TestStage = {
  name: string
  title: string
  commands: string[][]
  /** Absent: the stage itself counts as one test. */
  report?: ReportKind
  /** Where the commands run, below the project; the project itself when absent. */
  folder?: string
  timeoutMinutes: number
  /** No test of what runs: all such stages run beside each other, before the tests. */
  isCheck?: true
}

/** Where the service, in every test of the stage `name`, leaves what it answered. */
export function answersPathOf(name: string): string {
  return path.join(runFolder, `${name}.answers.jsonl`)
}

/** Where the tools of the stage `name` leave the report that is counted. */
export function reportPathOf(name: string): string {
  return path.join(runFolder, `${name}.json`)
}

/** Holds what the service answered during a stage against its OpenAPI document. */
const checkAnswers = ['tsx', 'src/cli/answersCheck.ts']

const checks: TestStage[] = [
  check('format', 'format', ['oxfmt', '--check']),
  check('lint', 'lint', ['oxlint', '--type-aware', '--deny-warnings']),
  check('types', 'types', ['tsc']),
  check('map', 'import map', ['depcruise', 'src', 'e2e']),
  check('unused', 'unused code', ['knip']),
  check('lock', 'lock file', ['tsx', 'src/cli/lockCheck.ts']),
  check('house', 'house rules', ['tsx', 'src/cli/houseCheck.ts']),
]

/** All stages in their order: what is quick and finds most comes first. */
export const testStages: TestStage[] = [
  ...checks,
  {
    name: 'unit',
    title: 'unit tests',
    commands: [[...vitest('unit'), '--maxWorkers=100%', '--exclude', '**/*.integration.test.ts']],
    report: 'vitest',
    timeoutMinutes: 10,
  },
  check('program', 'Solana program, rebuilt', ['tsx', 'src/cli/programCheck.ts']),
  {
    name: 'contracts',
    title: 'contract tests',
    commands: [
      ['solhint', '--disc', '--max-warnings', '0', 'evm/**/*.sol'],
      ['node', './forge.cjs', 'fmt', '--check'],
      ['node', './forge.cjs', 'test', '--offline', '--use', './solc.cjs'],
    ],
    folder: 'src/contracts',
    report: 'forge',
    timeoutMinutes: 8,
  },
  {
    name: 'integration',
    title: 'integration tests on real nodes',
    // Half of their time waits for blocks: three files at a time keep two cores busy, and on more
    // cores there are no more of them.
    commands: [[...vitest('integration'), '--maxWorkers=3', '.integration.test'], checkAnswers],
    report: 'vitest',
    timeoutMinutes: 30,
  },
  {
    name: 'e2e',
    title: 'browser flows',
    commands: [['playwright', 'test', '-c', 'e2e/playwright.config.ts'], checkAnswers],
    report: 'playwright',
    timeoutMinutes: 25,
  },
  {
    name: 'budget',
    title: 'bundle budget',
    commands: [['tsx', 'src/cli/budgetBuild.ts'], ['size-limit']],
    timeoutMinutes: 3,
  },
]

/** The stages that need neither nodes nor a browser nor a database: `npm run check`. */
export const checkNames: string[] = checks.map((stage) => stage.name)

function check(name: string, title: string, command: string[]): TestStage {
  return { name, title, commands: [command], timeoutMinutes: 10, isCheck: true }
}

function vitest(name: string): string[] {
  const report = `--outputFile.json=${reportPathOf(name)}`
  return ['vitest', 'run', '--reporter=default', '--reporter=json', report]
}
