/** What a test runner says of its tests while they run, one message each; see `runStage.ts`. */
export type TestEvent =
  | { kind: 'planned'; files: number }
  | { kind: 'file started'; file: string }
  | ({ kind: 'test ended' } & EndedTest)
  | { kind: 'file ended'; file: string; ms: number }

/** One test that has ended. */
export type EndedTest = {
  /** Path of its file, from the project's folder. */
  file: string
  /** Its name with those of the groups around it. */
  name: string
  outcome: 'passed' | 'failed' | 'skipped'
  ms: number
  /** Why it failed, as a person reads it. */
  error?: string
  /** Where it stands in its file. */
  line?: number
}

const kinds: ReadonlySet<unknown> = new Set([
  'planned',
  'file started',
  'test ended',
  'file ended',
] satisfies TestEvent['kind'][])

/** Whether a message of a runner is one of these: what else runs in there may send others. */
export function isTestEvent(message: unknown): message is TestEvent {
  return (
    typeof message === 'object' && message !== null && 'kind' in message && kinds.has(message.kind)
  )
}

/** Tells the process that started this runner; nobody where a person started it by hand. */
export function sendTestEvent(event: TestEvent): void {
  process.send?.(event)
}

/** Takes the colours out of a text. */
export function stripColors(text: string): string {
  // oxlint-disable-next-line no-control-regex -- a colour begins with the control character ESC.
  return text.replaceAll(/\u001B\[[0-9;]*m/g, '')
}
