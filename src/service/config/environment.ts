/** Environment variables by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Creates a reader of environment variables that collects all errors, so that they can be reported
 * together. Empty variables count as absent. Errors never contain a value, as it may be a key.
 */
export function createEnvironmentReader(environment: Environment) {
  const faults: string[] = []

  function fault(sentence: string): void {
    faults.push(sentence)
  }

  function optional(name: string): string | undefined {
    return environment[name] || undefined
  }

  function required(name: string): string {
    const value = optional(name)
    if (value === undefined) fault(`${name} is missing in the environment.`)
    return value ?? ''
  }

  function optionalUrl(name: string): string | undefined {
    const value = optional(name)
    if (value !== undefined && !isHttpUrl(value)) fault(`${name} is not an http address.`)
    return value
  }

  return {
    /** One sentence per invalid variable. */
    faults: faults as readonly string[],
    fault,
    optional,
    required,
    optionalUrl,
    /** Reads a variable with a default. */
    text(name: string, fallback: string): string {
      return optional(name) ?? fallback
    },
    /** Reads a comma-separated list, dropping empty items. */
    list(name: string, fallback: string): string[] {
      const items = (optional(name) ?? fallback).split(',')
      return items.map((item) => item.trim()).filter((item) => item !== '')
    },
    /** Reads an integer from 0 to `max`. */
    integer(name: string, { fallback, max }: { fallback: number; max: number }): number {
      const text = optional(name)
      if (text === undefined) return fallback
      const value = Number(text)
      if (/^\d+$/.test(text) && value <= max) return value
      fault(`${name} is not a whole number from 0 to ${max}.`)
      return fallback
    },
    /** Reads an amount in wei or other smallest units, at most 30 digits. */
    units(name: string, fallback: bigint): bigint {
      const text = optional(name)
      if (text === undefined) return fallback
      if (/^\d{1,30}$/.test(text)) return BigInt(text)
      fault(`${name} is not a whole number of at most 30 digits.`)
      return fallback
    },
    /** Reads comma-separated http URLs; an error without value and fallback. */
    urls(name: string, fallback: string | undefined): string[] {
      const urls = (optional(name) ?? fallback ?? '').split(',').map((url) => url.trim())
      if (urls[0] === '') fault(`${name} is missing in the environment.`)
      else if (!urls.every(isHttpUrl)) fault(`${name} is not an http address.`)
      return urls
    },
    /** Reads an http URL; an error without value and fallback. */
    url(name: string, fallback: string | undefined): string {
      const value = optionalUrl(name) ?? fallback
      if (value === undefined) fault(`${name} is missing in the environment.`)
      return value ?? ''
    },
  }
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
