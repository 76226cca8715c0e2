import { destination, pino } from 'pino'

import { type LogEvent, logEvents } from './logEvents.ts'

/** Logs an event with its details; see {@link createLog}. */
export type Log = (event: LogEvent, details?: object) => void

/**
 * Creates the log of a process: JSON lines on stderr, each with the name of its event. Secrets are
 * redacted everywhere in a line, because library errors may contain the URL they called.
 *
 * @param options.secrets - Texts that no line may contain.
 * @param options.onEvent - Called with every event, including those below the log level.
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

/** Redacts secrets in a text. Secrets below 8 characters are ignored; they would match too much. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= 8)
    .reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text)
}
