import { destination, pino } from 'pino'

import { type LogEvent, logEvents } from './logEvents.ts'

/** Writes an event with what it is about, as one line; see {@link createLog}. */
export type Log = (event: LogEvent, details?: object) => void

/**
 * Makes the log of one process: JSON lines on stderr, each with the name of its event, in which every
 * secret is hidden wherever it stands (an error of a library may carry the address it called).
 *
 * @param options.secrets - Texts that no line may hold.
 * @param options.onEvent - Told of every event, also of one that the level leaves out.
 */
export function createLog(options: {
  role: string
  level: string
  secrets: readonly string[]
  onEvent?: (event: LogEvent) => void
  write?: (line: string) => void
}): Log {
  const stream = options.write ? { write: options.write } : destination({ fd: 2, sync: true })
  const lines = pino(
    {
      level: options.level,
      base: { role: options.role },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      hooks: { streamWrite: (line) => hideSecrets(line, options.secrets) },
    },
    stream,
  )
  return (event, details = {}) => {
    const { level, text } = logEvents[event]
    options.onEvent?.(event)
    lines[level]({ event, ...details }, text)
  }
}

/** A text without any secret that stands in it; a short one would hide half of every text. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= 8)
    .reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text)
}
