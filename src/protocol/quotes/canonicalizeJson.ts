/**
 * Serializes a value as canonical JSON (RFC 8785, JCS): sorted keys, no white space, ECMAScript
 * numbers. Properties that are `undefined` are left out.
 *
 * @throws TypeError for non-finite numbers, lone surrogates, bigints and functions.
 */
export function canonicalizeJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'number') return canonicalizeNumber(value)
  if (typeof value === 'string') return canonicalizeString(value)
  if (Array.isArray(value)) return `[${value.map(canonicalizeJson).join(',')}]`
  if (typeof value === 'object') return canonicalizeObject(value)
  throw new TypeError(`A ${typeof value} has no canonical JSON form.`)
}

function canonicalizeObject(value: object): string {
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${canonicalizeString(key)}:${canonicalizeJson(member)}`)
  return `{${members.join(',')}}`
}

function canonicalizeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} has no canonical JSON form.`)
  return JSON.stringify(value)
}

function canonicalizeString(value: string): string {
  // With the u flag the class matches lone surrogates only.
  if (/[\uD800-\uDFFF]/u.test(value)) throw new TypeError('A lone surrogate has no JSON form.')
  return JSON.stringify(value)
}
