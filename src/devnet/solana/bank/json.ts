/** What may stand in an answer. A bigint becomes a JSON number of all its digits; undefined is left out. */
export type Json =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

/** Writes JSON in which numbers of 64 bits keep every digit, as a cluster writes them. */
export function writeJson(value: Json): string {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${JSON.stringify(name)}:${writeJson(member)}`],
  )
  return `{${members.join(',')}}`
}

/** Whether a value is a list: `Array.isArray` does not know read-only ones. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
