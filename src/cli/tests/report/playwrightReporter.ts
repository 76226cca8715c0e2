import path from 'node:path'
import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'

import { type EndedTest, sendTestEvent, stripColors } from './runEvent.ts'

/** Reports every flow to the test command while Playwright runs. */
export default class PlaywrightEvents implements Reporter {
  private readonly left = new Map<string, number>()
  private readonly startedMs = new Map<string, number>()

  onBegin(_config: FullConfig, suite: Suite): void {
    for (const test of suite.allTests()) {
      const file = getFile(test)
      this.left.set(file, (this.left.get(file) ?? 0) + 1)
    }
    sendTestEvent({ kind: 'planned', files: this.left.size })
  }

  onTestBegin(test: TestCase): void {
    const file = getFile(test)
    if (this.startedMs.has(file)) return
    this.startedMs.set(file, performance.now())
    sendTestEvent({ kind: 'file started', file })
  }

  onTestEnd(test: TestCase, { status, duration, errors }: TestResult): void {
    const file = getFile(test)
    sendTestEvent({
      kind: 'test ended',
      file,
      name: test.titlePath().slice(3).join(' > '),
      outcome: status === 'passed' || status === 'skipped' ? status : 'failed',
      ms: duration,
      line: test.location.line,
      ...getError(errors),
    })
    const left = (this.left.get(file) ?? 1) - 1
    this.left.set(file, left)
    if (left > 0) return
    const startedMs = this.startedMs.get(file) ?? performance.now()
    sendTestEvent({ kind: 'file ended', file, ms: performance.now() - startedMs })
  }

  /** Errors outside of flows: the product does not start, a file does not load. */
  onError(error: TestError): void {
    sendTestEvent({
      kind: 'test ended',
      file: error.location ? path.relative(process.cwd(), error.location.file) : 'e2e',
      name: 'an error outside of every flow',
      outcome: 'failed',
      ms: 0,
      ...getError([error]),
    })
  }

  /** Leaves printing to the test command. */
  printsToStdio(): boolean {
    return false
  }
}

function getFile({ location }: Pick<TestCase, 'location'>): string {
  return path.relative(process.cwd(), location.file)
}

function getError(errors: readonly TestError[]): Pick<EndedTest, 'error'> {
  if (errors.length === 0) return {}
  const texts = errors.map(({ message, value, stack }) => stack ?? message ?? value ?? '')
  return { error: stripColors(texts.join('\n\n')) }
}
