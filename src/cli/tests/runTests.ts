import { rmSync, writeFileSync } from 'node:fs'

import { type ChosenStage, chooseTests } from './chooseTests.ts'
import { renderJunit } from './report/renderJunit.ts'
import type { TestSelection } from './select/readRequest.ts'
import { runStage, type StageRun } from './runStage.ts'
import { describeProgress } from './report/stageProgress.ts'
import { testStages } from './stages.ts'
import { describeFailures, describeSlowest, describeStage, type EndedStage } from './summary.ts'
import { startRun, type TestRun } from './run.ts'

/** Time between two progress lines of a stage. */
const lineMs = 30_000
/** A run that takes longer counts as hung. */
const maxMs = 80 * 60_000

/**
 * Runs test stages and prints their progress. All stages run, even if some fail. The last line is
 * `N passed, M failed`; the exit code agrees.
 *
 * @param environment - Added to this process's environment for the tools.
 * @throws BadRequest when nothing matches.
 */
export async function runTests(
  request: TestSelection,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const { shuffleSeed, toolArguments, junitFile } = request
  const chosen = chooseTests(process.cwd(), request)
  const run = startRun({
    isVerbose: toolArguments.length > 0,
    environment: {
      ...environment,
      ...(shuffleSeed !== undefined && { ESTUARY_SHUFFLE: String(shuffleSeed) }),
    },
  })
  endOnSignals(run)
  if (shuffleSeed !== undefined) console.log(`Files in random order: --shuffle ${shuffleSeed}`)
  const startedMs = performance.now()
  const ended = await runAll(chosen, run)
  // A signal handler prints the reason and exits with another code.
  if (run.isEnding()) return
  await run.end()
  summarize(ended, { seconds: (performance.now() - startedMs) / 1000, run })
  if (junitFile !== undefined)
    writeFileSync(
      junitFile,
      renderJunit(ended.map(({ stage, progress }) => ({ name: stage.name, ...progress }))),
    )
  console.log(`${countOutcome(ended, 'passed')} passed, ${countOutcome(ended, 'failed')} failed`)
}

/**
 * Runs two lanes: CPU-bound stages with low priority, beside stages that wait for blocks. Checks run in
 * parallel, other stages of a lane in sequence. A stage that waits for blocks starts when all files of
 * the one before have started, because the last files leave the machine idle.
 */
async function runAll(
  chosen: readonly ChosenStage[],
  run: TestRun,
): Promise<readonly EndedStage[]> {
  const checks = chosen.filter(({ stage }) => stage.isCheck)
  const patient = chosen.filter(({ stage }) => stage.isPatient && !stage.isCheck)
  const waiting = chosen.filter(({ stage }) => !stage.isPatient)
  const lanes = [
    Promise.all(checks.map((one) => start(one, run).ended)).then(async (done) => [
      ...done,
      ...(await runInOrder(patient, run)),
    ]),
    runInOrder(waiting, run),
  ]
  const ended = (await Promise.all(lanes)).flat()
  return ended.toSorted((one, other) => getPlace(one) - getPlace(other))
}

function getPlace({ stage }: EndedStage): number {
  return testStages.indexOf(stage)
}

async function runInOrder(chosen: readonly ChosenStage[], run: TestRun): Promise<EndedStage[]> {
  const ended: Promise<EndedStage>[] = []
  for (const one of chosen) {
    if (run.isEnding()) break
    const started = start(one, run)
    ended.push(started.ended)
    await started.nearlyEnded
  }
  return Promise.all(ended)
}

/** Starts a stage and prints its progress. */
function start(
  { stage, choice }: ChosenStage,
  run: TestRun,
): { ended: Promise<EndedStage>; nearlyEnded: Promise<unknown> } {
  const running = runStage(stage, choice, run)
  const timer = setInterval(() => report(running), lineMs)
  const ended = running.ended.then(({ seconds }) => {
    clearInterval(timer)
    const one = { ...running, seconds }
    if (!run.isEnding()) console.log(describeStage(one))
    return one
  })
  return { ended, nearlyEnded: stage.isPatient ? ended : running.nearlyEnded }
}

function report({ stage, progress, startedMs }: StageRun): void {
  const seconds = (performance.now() - startedMs) / 1000
  console.log(`${stage.title} ... ${describeProgress(progress, seconds)}`)
}

function summarize(
  ended: readonly EndedStage[],
  { seconds, run }: { seconds: number; run: TestRun },
): void {
  const failed = ended.filter(({ progress }) => progress.failed > 0)
  const texts = [describeSlowest(ended), ...failed.map(describeFailures)]
  for (const text of texts.filter((one) => one !== '')) console.log(`\n${text}`)
  if (failed.length > 0) console.log(`\nLogs, traces and screenshots: ${run.folder}`)
  else rmSync(run.folder, { recursive: true, force: true })
  const bad = failed.map(({ stage }) => stage.title).join(', ')
  console.log(
    `\n${ended.length - failed.length} of ${ended.length} stages passed in ${seconds.toFixed(0)} s` +
      (bad === '' ? '' : `; failed: ${bad}`),
  )
  if (failed.length > 0) process.exitCode = 1
}

function countOutcome(ended: readonly EndedStage[], outcome: 'passed' | 'failed'): number {
  return ended.reduce((sum, { progress }) => sum + progress[outcome], 0)
}

/** On a signal, stops the whole run within five seconds. */
function endOnSignals(run: TestRun): void {
  async function end(why: string, exitCode: number): Promise<void> {
    if (run.isEnding()) return
    console.log(`\nThe tests were ended: ${why}.`)
    await run.end()
    process.exit(exitCode)
  }
  // The streams of a closed terminal fail.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  process.on('SIGINT', () => void end('Ctrl-C', 130))
  process.on('SIGTERM', () => void end('SIGTERM', 143))
  process.on('SIGHUP', () => void end('the terminal was closed', 129))
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void end('who started them is gone', 143)
  }, 500).unref()
  setTimeout(() => void end('they took too long', 1), maxMs).unref()
}
