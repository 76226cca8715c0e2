import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { readCounts, type TestCounts } from './stageCounts.ts'
import { answersPathOf, reportPathOf, type TestStage } from './stages.ts'

/** How a stage ended: counts, what its commands printed, how long it took. */
export type StageResult = TestCounts & { output: string; seconds: number }

/**
 * Runs the commands of a stage and counts. A stage whose commands fail without a failed test, and
 * a stage of tests in which none ran, has one failure.
 */
export async function runStage(stage: TestStage): Promise<StageResult> {
  const startedAt = performance.now()
  rmSync(reportPathOf(stage.name), { force: true })
  rmSync(answersPathOf(stage.name), { force: true })
  const { ok, output } = await runCommands(stage)
  const counts = countsOf(stage, { ok, output })
  return { ...counts, output, seconds: (performance.now() - startedAt) / 1000 }
}

function countsOf(stage: TestStage, ended: { ok: boolean; output: string }): TestCounts {
  const itself = { passed: ended.ok ? 1 : 0, failed: ended.ok ? 0 : 1, skipped: 0 }
  if (stage.report === undefined) return itself
  const reportPath = reportPathOf(stage.name)
  const counts = readCounts(stage.report, { reportPath, output: ended.output })
  if (counts === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const ran = counts.passed + counts.failed
  const hidden = counts.failed === 0 && (!ended.ok || ran === 0)
  return hidden ? { ...counts, failed: 1 } : counts
}

async function runCommands(stage: TestStage): Promise<{ ok: boolean; output: string }> {
  const outputs: string[] = []
  const endsAt = Date.now() + stage.timeoutMinutes * 60_000
  for (const command of stage.commands) {
    const ended = await runCommand(command, {
      folder: stage.folder ?? '.',
      endsAt,
      answersPath: answersPathOf(stage.name),
    })
    outputs.push(ended.output)
    if (!ended.ok) return { ok: false, output: outputs.join('\n') }
  }
  return { ok: true, output: outputs.join('\n') }
}

type CommandOptions = { folder: string; endsAt: number; answersPath: string }

function runCommand([tool = '', ...args]: string[], options: CommandOptions) {
  const { folder, endsAt, answersPath } = options
  const child = spawn(tool, args, {
    cwd: resolve(folder),
    env: {
      ...process.env,
      PATH: toolPath(),
      RECORD_ANSWERS: answersPath,
      CI: '1',
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  const timer = setTimeout(() => {
    chunks.push(Buffer.from(`\n${tool} did not end in time and was stopped\n`))
    child.kill('SIGTERM')
  }, endsAt - Date.now())
  return new Promise<{ ok: boolean; output: string }>((done) => {
    child.on('error', (error) => chunks.push(Buffer.from(`${tool}: ${error.message}\n`)))
    child.on('close', (code) => {
      clearTimeout(timer)
      done({ ok: code === 0, output: Buffer.concat(chunks).toString('utf8') })
    })
  })
}

function toolPath(): string {
  return [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter)
}
