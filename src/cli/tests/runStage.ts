import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { createForgeReader } from './report/forgeLines.ts'
import { endProcesses } from './runProcesses.ts'
import type { TestRun } from './run.ts'
import {
  createProgress,
  type ProgressCollector,
  type StageProgress,
} from './report/stageProgress.ts'
import type { StageCommand, TestStage, TestTool } from './stages.ts'
import { type EndedTest, isTestEvent } from './report/runEvent.ts'
import { describeFailure } from './report/describeFailure.ts'

/** A running or finished stage. */
export type StageRun = {
  stage: TestStage
  progress: StageProgress
  startedMs: number
  /** Output of its tools so far. */
  output: () => string
  /** Resolves when all of its files have started, or it has ended. */
  nearlyEnded: Promise<unknown>
  ended: Promise<StageResult>
}

/** Result of a stage. */
export type StageResult = { seconds: number }

/** Part of a stage to run. */
export type StageChoice = {
  /** Test files, relative to the project's folder; all when absent. */
  files?: readonly string[]
  /** Arguments for its tool. */
  toolArguments?: readonly string[]
}

/**
 * Runs the commands of a stage. Counts one more failure if a command fails without a failed test, if no
 * test ran, or if processes are left behind.
 */
export function runStage(stage: TestStage, choice: StageChoice, run: TestRun): StageRun {
  const progress = createProgress()
  const startedMs = performance.now()
  const printed: string[] = []
  const context = { stage, choice, run, progress, printed }
  const ended = runCommands(context).then(() => ({
    seconds: (performance.now() - startedMs) / 1000,
  }))
  return {
    stage,
    progress,
    startedMs,
    output: () => printed.join(''),
    nearlyEnded: Promise.race([ended, progress.allBegun]),
    ended,
  }
}

type StageContext = {
  stage: TestStage
  choice: StageChoice
  run: TestRun
  progress: ProgressCollector
  printed: string[]
}

async function runCommands(context: StageContext): Promise<void> {
  const { stage, progress, run, printed } = context
  // Everything the stage starts inherits this path, which identifies its processes.
  const folder = path.join(run.temporary, stage.name)
  mkdirSync(folder, { mode: 0o755 })
  for (const command of stage.commands) {
    const failure = await runCommand(command, folder, context)
    if (run.isEnding()) return
    if (failure !== undefined) {
      if (progress.failed === 0) fail(context, failure)
      break
    }
  }
  if (progress.passed + progress.failed + progress.skipped === 0)
    if (stage.tests) fail(context, 'No test ran.')
    else progress.add(toEndedTest(stage, { outcome: 'passed' }))
  const left = await endProcesses(folder, { graceMs: 2_000 })
  for (const { command } of left) printed.push(`Note: ${stage.title} left running: ${command}\n`)
  rmSync(folder, { recursive: true, force: true })
}

function fail({ stage, progress, printed }: StageContext, why: string): void {
  const error = stage.tests ? why : `${why}\n${printed.join('').trim()}`
  progress.add(toEndedTest(stage, { outcome: 'failed', error }))
}

function toEndedTest(stage: TestStage, ended: Pick<EndedTest, 'outcome' | 'error'>) {
  return {
    kind: 'test ended',
    file: stage.name,
    name: 'the stage itself',
    ms: 0,
    ...ended,
  } as const
}

/** @returns Why it failed; undefined when it did not. */
function runCommand(
  command: StageCommand,
  folder: string,
  { stage, choice, run, progress, printed }: StageContext,
): Promise<string | undefined> {
  const [tool, ...args] = withChoice(command, { stage, choice })
  const child = spawn(tool, args, {
    cwd: path.resolve(stage.folder ?? '.'),
    // A separate process group: Ctrl-C reaches only the test command, which stops all in order.
    detached: true,
    env: {
      ...run.environment,
      TMPDIR: folder,
      RECORD_ANSWERS: path.join(folder, 'answers.jsonl'),
      ...(isPart(choice) && { ESTUARY_PART: '1' }),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  lowerPriority(child, stage)
  const log = path.join(run.folder, `${stage.name}.log`)
  const forge = createForgeReader(stage.folder ?? '')
  child.on('message', (message) => {
    if (!isTestEvent(message)) return
    progress.add(message)
    // A run that is ended before its summary has said why tests failed.
    if (message.kind === 'test ended' && message.outcome === 'failed')
      console.log(describeFailure(message))
  })
  for (const stream of [child.stdout, child.stderr])
    if (stream)
      createInterface(stream).on('line', (line) => {
        printed.push(`${line}\n`)
        appendFileSync(log, `${line}\n`)
        if (run.isVerbose) process.stdout.write(`${line}\n`)
        if (stage.tests?.tool === 'forge')
          for (const test of forge.read(line)) progress.add({ kind: 'test ended', ...test })
      })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`${tool}: ${error.message}`))
    child.once('close', (code, signal) => {
      const how = code === null ? `was ended by ${signal}` : `ended with exit code ${code}`
      resolve(code === 0 ? undefined : `${tool} ${how}.`)
    })
  })
}

function isPart({ files = [], toolArguments = [] }: StageChoice): boolean {
  return files.length > 0 || toolArguments.length > 0
}

/** CPU-bound stages run with low priority beside stages that wait for blocks. */
function lowerPriority({ pid }: ChildProcess, { isPatient }: TestStage): void {
  if (pid !== undefined && isPatient) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
}

/** Adds the selection to the command that runs tests; other commands stay as they are. */
function withChoice(
  command: StageCommand,
  { stage, choice: { files = [], toolArguments = [] } }: Pick<StageContext, 'stage' | 'choice'>,
): StageCommand {
  if (command !== stage.tests?.runner) return command
  const { tool, whole = [] } = stage.tests
  const chosen = files.length === 0 ? whole : buildFileArguments(tool, files)
  return [...command, ...chosen, ...toolArguments]
}

function buildFileArguments(tool: TestTool, files: readonly string[]): readonly string[] {
  switch (tool) {
    case 'vitest':
      return files
    case 'playwright':
      return files.map((file) => `${file.replaceAll('.', '\\.')}$`)
    case 'forge':
      return ['--match-path', toGlob(files.map((file) => path.basename(file)))]
  }
}

function toGlob(names: readonly string[]): string {
  return names.length === 1 ? `test/${names[0]}` : `test/{${names.join(',')}}`
}
