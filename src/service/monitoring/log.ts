import { destination, pino, stdSerializers } from 'pino'

import { type LogEvent, logEvents } from './logEvents.ts'

/** Logs an event with its details; see {@link createLog}. */
export type Log = (event: LogEvent, details?: object) => void

/**
 * Creates the log of a process: JSON lines on stderr, each with the name of its event. Secrets are
 * redacted everywhere in a line, because library errors may contain the URL they called; errors are
 * cut, because they may contain the whole request, which its client chose.
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
      serializers: { err: (error: unknown) => (error instanceof Error ? cutError(error) : error) },
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

/** Most characters of a line of an error's text, and of all of its lines. */
const maxErrorText = { line: 300, lines: 6_000 }

/** The parts of an error and its causes that help an operator, however long the error is. */
function cutError(error: Error): object {
  const { type, message, stack } = stdSerializers.err(error)
  const parts = error instanceof AggregateError ? error.errors.slice(0, 5) : []
  return {
    type,
    message: cutText(message),
    stack: cutText(stack),
    ...('code' in error && { code: cutText(String(error.code)) }),
    ...(parts.length > 0 && {
      errors: parts.map((part: unknown) => cutText(String(part))),
    }),
  }
}

function cutText(text: string): string {
  const { line, lines } = maxErrorText
  return text.replaceAll(new RegExp(`(?<=^.{${line}}).+`, 'gm'), '…').slice(0, lines)
}

/** Redacts secrets in a text. Secrets below 8 characters are ignored; they would match too much. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= 8)
    .reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text)
}
