import { type Logger, destination, pino } from 'pino'

/** Structured lines to stderr; see {@link createLog}. */
export type Log = Logger

/**
 * Makes the log of one process: JSON lines on stderr, in which every secret is hidden wherever it
 * stands (an error of a library may carry the address it called).
 *
 * @param options.secrets - Texts that no line may hold.
 */
export function createLog(options: {
  role: string
  level: string
  secrets: readonly string[]
  write?: (line: string) => void
}): Log {
  const stream = options.write ? { write: options.write } : destination({ fd: 2, sync: true })
  return pino(
    {
      level: options.level,
      base: { role: options.role },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      hooks: { streamWrite: (line) => hideSecrets(line, options.secrets) },
    },
    stream,
  )
}

/** A text without any secret that stands in it; a short one would hide half of every text. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= 8)
    .reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text)
}
