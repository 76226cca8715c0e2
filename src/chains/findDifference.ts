/** A value that is not as expected, with its path, for diagnostics. */
export type Difference = { path: string; expected: string; found: string }

/**
 * Finds the first difference between two values, with its path (`order.payee`). Hex, addresses
 * included, is compared case-insensitively; undefined fields count as absent.
 *
 * @returns Undefined if the values are equal.
 */
export function findDifference(
  expected: unknown,
  found: unknown,
  path: readonly string[] = [],
): Difference | undefined {
  if (!isObject(expected) || !isObject(found))
    return isSame(expected, found)
      ? undefined
      : { path: path.join('.'), expected: toText(expected), found: toText(found) }
  const keys = new Set([...Object.keys(expected), ...Object.keys(found)])
  for (const key of keys) {
    const difference = findDifference(expected[key], found[key], [...path, key])
    if (difference) return difference
  }
  return undefined
}

/** Formats a difference as a sentence. */
export function describeDifference({ path, expected, found }: Difference): string {
  return `${path} is ${found}, and ${expected} was expected.`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string' && a.startsWith('0x'))
    return a.toLowerCase() === b.toLowerCase()
  return a === b
}

function toText(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'string' ? value : toNumberText(value)
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}

function toNumberText(value: unknown): string {
  const isPlain = typeof value === 'bigint' || typeof value === 'number'
  return isPlain || typeof value === 'boolean' ? value.toString() : 'something'
}
