import path from 'node:path'
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node'

import { type EndedTest, sendTestEvent, stripColors } from './runEvent.ts'

/** An error of a test, as vitest reports it. */
type Thrown = { message: string; stack?: string; stacks?: readonly Frame[]; diff?: string }
type Frame = { file: string; line: number }

/** Reports every file and test to the test command while vitest runs. */
export default class VitestEvents implements Reporter {
  private readonly startedMs = new Map<string, number>()

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    sendTestEvent({ kind: 'planned', files: specifications.length })
  }

  onTestModuleQueued(module: TestModule): void {
    this.startedMs.set(module.moduleId, performance.now())
    sendTestEvent({ kind: 'file started', file: getFile(module) })
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result()
    if (state === 'pending') return
    sendTestEvent({
      kind: 'test ended',
      file: getFile(test.module),
      name: test.fullName,
      outcome: state,
      ms: test.diagnostic()?.duration ?? 0,
      ...(test.location && { line: test.location.line }),
      ...getError(errors),
    })
  }

  onTestModuleEnd(module: TestModule): void {
    const file = getFile(module)
    const errors = module.errors()
    // Errors outside of tests: the file did not load, or one of its hooks failed.
    if (errors.length > 0)
      sendTestEvent({
        kind: 'test ended',
        file,
        name: 'the file itself',
        outcome: 'failed',
        ms: 0,
        ...getError(errors),
      })
    const startedMs = this.startedMs.get(module.moduleId) ?? performance.now()
    sendTestEvent({ kind: 'file ended', file, ms: performance.now() - startedMs })
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly Thrown[]): void {
    for (const error of unhandled)
      sendTestEvent({
        kind: 'test ended',
        file: error.stacks?.[0]?.file ?? 'vitest',
        name: 'an error outside of every test',
        outcome: 'failed',
        ms: 0,
        ...getError([error]),
      })
  }
}

function getFile({ moduleId }: Pick<TestModule, 'moduleId'>): string {
  return path.relative(process.cwd(), moduleId)
}

function getError(errors: readonly Thrown[]): Pick<EndedTest, 'error'> {
  if (errors.length === 0) return {}
  return { error: stripColors(errors.map(describe).join('\n\n')) }
}

function describe({ message, diff, stacks = [], stack = '' }: Thrown): string {
  const own = stacks.map(({ file, line }) => `  at ${path.relative(process.cwd(), file)}:${line}`)
  const where = own.length > 0 ? own : stack.split('\n').slice(1, 6)
  return [message, ...(diff === undefined ? [] : [diff]), ...where].join('\n')
}
