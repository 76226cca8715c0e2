import { mkdirSync, rmSync } from 'node:fs'

import { removeEndedRuns, runFolder } from './runFolder.ts'
import { runStage, type StageResult } from './runStage.ts'
import { checkNames, testStages, type TestStage } from './stages.ts'

/**
 * `npm test`: every stage, a failure of one keeps none of the others from running.
 * `npm test -- unit browser` runs the named ones, `check` stands for all static ones.
 * The last line is `N passed, M failed`; the exit code says the same.
 */
async function main(): Promise<void> {
  const stages = chosenStages(process.argv.slice(2))
  mkdirSync(runFolder, { recursive: true })
  removeEndedRuns()
  process.env['ESTUARY_RUN_FOLDER'] = runFolder
  const startedMs = performance.now()
  const ended: Ended[] = []
  for (const group of groupsOf(stages)) {
    console.log(`${group.map(({ title }) => title).join(', ')} ...`)
    ended.push(...(await Promise.all(group.map(runAndReport))))
  }
  summarize(ended, (performance.now() - startedMs) / 1000)
}

/** The checks run beside each other: the longest keeps one core busy. Nothing runs beside tests. */
function groupsOf(stages: TestStage[]): TestStage[][] {
  const checks = stages.filter(({ isCheck }) => isCheck)
  const tests = stages.filter(({ isCheck }) => !isCheck)
  return [checks, ...tests.map((stage) => [stage])].filter(({ length }) => length > 0)
}

type Ended = { stage: TestStage; result: StageResult }

async function runAndReport(stage: TestStage): Promise<Ended> {
  const result = await runStage(stage)
  report(stage, result)
  return { stage, result }
}

function chosenStages(names: string[]): TestStage[] {
  if (names.length === 0) return testStages
  const wanted = new Set(names.flatMap((name) => (name === 'check' ? checkNames : [name])))
  const unknown = [...wanted].filter((name) => !testStages.some((stage) => stage.name === name))
  if (unknown.length > 0) {
    const known = testStages.map((stage) => stage.name).join(', ')
    console.error(`There is no stage ${unknown.join(', ')}; stages are check, ${known}`)
    process.exit(2)
  }
  return testStages.filter((stage) => wanted.has(stage.name))
}

function report(stage: TestStage, result: StageResult): void {
  const shown = result.failed > 0 ? result.output : notesOf(result.output)
  if (shown.trim() !== '') console.log(shown.trimEnd())
  console.log(`${stage.title}: ${describe(result)}\n`)
}

/** Lines that a passing stage still wants read, as which browser was found. */
function notesOf(output: string): string {
  return output
    .split('\n')
    .filter((line) => /^(Browser|Note): /.test(line))
    .join('\n')
}

function describe({ passed, failed, skipped, seconds }: StageResult): string {
  const notRun = skipped > 0 ? `, ${skipped} skipped` : ''
  return `${passed} passed, ${failed} failed${notRun} in ${seconds.toFixed(1)} s`
}

function summarize(ended: readonly Ended[], seconds: number): void {
  const results = ended.map(({ result }) => result)
  const failedStages = ended.filter(({ result }) => result.failed > 0)
  if (failedStages.length > 0) console.log(`Reports, traces and screenshots: ${runFolder}`)
  const bad = failedStages.map(({ stage }) => stage.title).join(', ')
  console.log(
    `${ended.length - failedStages.length} of ${ended.length} stages passed in ${seconds.toFixed(0)} s` +
      (bad === '' ? '' : `; failed: ${bad}`),
  )
  const passed = results.reduce((total, result) => total + result.passed, 0)
  const failed = results.reduce((total, result) => total + result.failed, 0)
  console.log(`${passed} passed, ${failed} failed`)
  if (failed === 0) rmSync(runFolder, { recursive: true, force: true })
  else process.exitCode = 1
}

await main()
