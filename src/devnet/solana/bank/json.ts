/** A value in a response. A bigint becomes a JSON number with all digits; undefined is omitted. */
export type Json =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

/** Serializes JSON, writing 64-bit numbers with all digits like a cluster does. */
export function writeJson(value: Json): string {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${JSON.stringify(name)}:${writeJson(member)}`],
  )
  return `{${members.join(',')}}`
}

/** Type guard for lists: `Array.isArray` does not narrow readonly ones. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
