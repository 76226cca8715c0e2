/** A message from a test runner about its progress; see `runStage.ts`. */
export type TestEvent =
  | { kind: 'planned'; files: number }
  | { kind: 'file started'; file: string }
  | ({ kind: 'test ended' } & EndedTest)
  | { kind: 'file ended'; file: string; ms: number }

/** A finished test. */
export type EndedTest = {
  /** Path of its file, relative to the project's folder. */
  file: string
  /** Its name, with the names of its groups. */
  name: string
  outcome: 'passed' | 'failed' | 'skipped'
  ms: number
  /** Why it failed, for people. */
  error?: string
  /** Its line in the file. */
  line?: number
}

const kinds: ReadonlySet<unknown> = new Set([
  'planned',
  'file started',
  'test ended',
  'file ended',
] satisfies TestEvent['kind'][])

/** Whether a message is a run event: other code in the runner may send messages too. */
export function isTestEvent(message: unknown): message is TestEvent {
  return (
    typeof message === 'object' && message !== null && 'kind' in message && kinds.has(message.kind)
  )
}

/** Sends an event to the parent process, if the test command started this runner. */
export function sendTestEvent(event: TestEvent): void {
  process.send?.(event)
}

/** Removes terminal colours from a text. */
export function stripColors(text: string): string {
  // oxlint-disable-next-line no-control-regex -- a colour begins with the control character ESC.
  return text.replaceAll(/\u001B\[[0-9;]*m/g, '')
}
