import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync } from 'node:fs'
import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { isAlive } from '#devnet/node/processes.ts'
import { type Stage, stages } from './stages.ts'

/** What to run. */
export type TestSelection = {
  /** Names of stages (`check` for all checks), and parts of paths of test files; everything when empty. */
  words: readonly string[]
  /** Passed to the runners as they are. */
  toolArguments?: readonly string[]
  /** Only tests that import what changed since this revision. */
  changed?: string | undefined
  environment?: Readonly<Record<string, string>>
}

/** A stage, and the words that choose the part of it to run. */
type Chosen = { name: string; stage: Stage; part: readonly string[]; isWhole: boolean }
type Run = { folder: string; temporary: string; environment: Readonly<Record<string, string>> }
type Counts = { passed: number; failed: number }

/** How often a running stage says how far it is, milliseconds. */
const progressMs = 30_000
/** A run that takes longer hangs, milliseconds. */
const hangMs = 80 * 60_000

/**
 * Runs the tests, prints how they go, and ends with the line `N passed, M failed`; the exit code agrees.
 * Checks run first and at once, then what needs the processor, beside what waits for blocks.
 */
export async function runTests(request: TestSelection): Promise<void> {
  const chosen = chooseStages(request)
  if (chosen.length === 0) {
    const known = Object.keys(stages).join(', ')
    console.error(
      `Found no stage or test file for "${request.words.join(' ')}". Stages: check, ${known}.`,
    )
    process.exitCode = 2
    return
  }
  const runs = path.resolve('.cache/runs')
  const folder = path.join(runs, String(process.pid))
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(runs))
    if (!isAlive(Number(name))) rmSync(path.join(runs, name), { recursive: true, force: true })
  // Everything the run starts has this folder in its environment. PostgreSQL may be another user.
  const temporary = realpathSync(mkdtempSync(path.join(tmpdir(), 'estuary-tests-')))
  chmodSync(temporary, 0o755)
  const run: Run = { folder, temporary, environment: request.environment ?? {} }
  async function end(): Promise<void> {
    await endProcesses(temporary)
    rmSync(temporary, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void end().then(() => process.exit(1)))
  setTimeout(() => process.kill(process.pid, 'SIGTERM'), hangMs).unref()

  const startedMs = performance.now()
  async function runLane(lane: Stage['lane']): Promise<Counts[]> {
    const ended: Counts[] = []
    for (const one of chosen) if (one.stage.lane === lane) ended.push(await runStage(one, run))
    return ended
  }
  const checks = chosen.filter(({ stage }) => stage.lane === 'check')
  const lanes = await Promise.all([
    Promise.all(checks.map((one) => runStage(one, run))).then(async (ended) => [
      ...ended,
      ...(await runLane('busy')),
    ]),
    runLane('waiting'),
  ])
  await end()
  const [passed, failed] = (['passed', 'failed'] as const).map((key) =>
    lanes.flat().reduce((sum, counts) => sum + counts[key], 0),
  )
  console.log(`\nReports (JUnit), logs and traces: ${folder}`)
  console.log(`${chosen.length} stages in ${since(startedMs)}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

function chooseStages({ words, toolArguments = [], changed }: TestSelection): readonly Chosen[] {
  const paths = words.filter((word) => word !== 'check' && !(word in stages))
  const areNamed = paths.length < words.length
  const files = ['src', 'e2e'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  return Object.entries(stages).flatMap(([name, stage]) => {
    const isNamed = words.includes(stage.lane === 'check' ? 'check' : name) || words.includes(name)
    const found = files.filter(
      (file) => stage.tests?.test(file) && paths.some((part) => file.includes(part)),
    )
    const isChosen = isNamed || (!areNamed && (paths.length > 0 || !stage.isCampaign))
    if (!isChosen || (paths.length > 0 && found.length === 0)) return []
    const part = [
      ...buildArguments(stage.commands.join(), { paths, found, changed }),
      ...toolArguments,
    ]
    return [
      {
        name,
        stage,
        part,
        isWhole: paths.length + toolArguments.length === 0 && changed === undefined,
      },
    ]
  })
}

/** The arguments by which a runner takes parts of paths, and what a change concerns by its import graph. */
function buildArguments(
  commands: string,
  {
    paths,
    found,
    changed,
  }: { paths: readonly string[]; found: readonly string[]; changed: string | undefined },
): readonly string[] {
  if (commands.startsWith('vitest'))
    return [
      ...paths,
      ...(changed === undefined ? [] : ['--passWithNoTests', `--changed=${changed}`]),
    ]
  if (commands.startsWith('playwright'))
    return [
      // Flows of the campaign are told by their names.
      ...(paths.length > 0 ? paths : [String.raw`(?<!\.campaign)\.spec\.ts$`]),
      ...(changed === undefined ? [] : ['--pass-with-no-tests', `--only-changed=${changed}`]),
    ]
  const names = found.map((file) => file.replace('src/contracts/', ''))
  return paths.length === 0 ? [] : ['--match-path', `{${names.join(',')},}`]
}

/** Runs the commands of a stage in order until one fails. */
async function runStage({ name, stage, part, isWhole }: Chosen, run: Run): Promise<Counts> {
  const temporary = path.join(run.temporary, name)
  mkdirSync(temporary, { mode: 0o755 })
  const report = path.join(run.folder, `${name}.xml`)
  const log = path.join(run.folder, `${name}.log`)
  const output = openSync(log, 'a')
  const startedMs = performance.now()
  const timer = setInterval(() => {
    const done = readLines(log).findLast((line) => /^ *[✓✗✘❯]/.test(line)) ?? ''
    console.log(`${name} ... ${since(startedMs)} ${done.trim()}`)
  }, progressMs)
  let code = 0
  for (const command of stage.commands) {
    const isRunner = command.includes('junit')
    const words = command.replaceAll('{report}', report).split(' ')
    const [tool = '', ...args] = isRunner ? [...words, ...part] : words
    const child = spawn(tool, args, {
      cwd: path.resolve(stage.folder ?? '.'),
      // Ctrl-C is for the run, which ends its tools in order.
      detached: true,
      stdio: ['ignore', output, output],
      env: {
        ...process.env,
        ...run.environment,
        PATH: [path.resolve('node_modules/.bin'), process.env['PATH']].join(path.delimiter),
        TMPDIR: temporary,
        RECORD_ANSWERS: path.join(temporary, 'answers.jsonl'),
        PLAYWRIGHT_JUNIT_OUTPUT_FILE: report,
        ESTUARY_RUN_FOLDER: run.folder,
        ...(!isWhole && { ESTUARY_PART: '1' }),
        CI: '1',
        NO_COLOR: '1',
      },
    })
    if (stage.lane !== 'waiting' && child.pid !== undefined)
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    ;[code] = await once(child, 'close')
    if (code !== 0) break
  }
  clearInterval(timer)
  await endProcesses(temporary)
  const lines = readLines(log)
  const counts = countTests(stage, { code, report: existsSync(report) ? report : log })
  if (counts.failed > 0) console.log(`\n${lines.slice(-400).join('\n')}\n`)
  for (const line of lines) if (/^(Browser|Note): /.test(line)) console.log(line)
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed in ${since(startedMs)}`)
  return counts
}

/** Counts by the JUnit report; a stage without tests counts as one, and so does what failed outside of tests. */
function countTests(stage: Stage, result: { code: number; report: string }): Counts {
  const [suites = ''] = /<testsuites [^>]*>/.exec(readFileSync(result.report, 'utf8')) ?? []
  function count(name: string): number {
    return Number(new RegExp(` ${name}="(\\d+)"`).exec(suites)?.[1] ?? 0)
  }
  const failed = count('failures') + count('errors')
  const isBroken = result.code !== 0 && failed === 0
  if (!stage.tests) return isBroken ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 }
  return { passed: count('tests') - count('skipped') - failed, failed: isBroken ? 1 : failed }
}

function readLines(file: string): readonly string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n')
}

function since(startedMs: number): string {
  return `${((performance.now() - startedMs) / 1000).toFixed(0)} s`
}

/**
 * Ends every process that has this temporary folder in its environment, also where its parent is gone: first as
 * by Ctrl-C, on which PostgreSQL does not wait for clients, and by force after two seconds.
 */
async function endProcesses(temporary: string): Promise<void> {
  const lastMs = performance.now() + 2_000
  const asked = new Set<number>()
  for (let found = findProcesses(temporary); found.length > 0; found = findProcesses(temporary)) {
    const isLate = performance.now() > lastMs
    for (const pid of found)
      try {
        if (isLate || !asked.has(pid)) process.kill(pid, isLate ? 'SIGKILL' : 'SIGINT')
        asked.add(pid)
      } catch {
        // It has ended.
      }
    await wait(50)
  }
}

/** Finds processes by a text of their environment: in /proc, or by ps of macOS. */
export function findProcesses(text: string): readonly number[] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-axwwE', '-o', 'pid=,command='], { encoding: 'utf8' })
    const found = lines.split('\n').filter((line) => line.includes(text))
    return found.map((line) => Number.parseInt(line))
  }
  const names = readdirSync('/proc').filter((name) => {
    try {
      return readFileSync(`/proc/${name}/environ`, 'utf8').includes(text)
    } catch {
      return false
    }
  })
  return names.map(Number)
}
