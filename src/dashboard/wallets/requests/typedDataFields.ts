import type { AskedTypedData } from './askedRequest.ts'

/** A fact of a request: its name, its value, and how the value is to be written. */
export type Fact = { name: string; value: string; form: 'text' | 'address' | 'code' }

/**
 * The fields of typed data in the order in which they are signed, each with its path. It goes by the
 * types, as the hash does: a field that no type names is not signed, so it is not shown.
 */
export function typedDataFields(typedData: AskedTypedData): readonly Fact[] {
  const { types, primaryType, message } = typedData
  return fieldsOf({ path: '', type: primaryType, value: message }, types)
}

type Place = { path: string; type: string; value: unknown }

function fieldsOf({ path, type, value }: Place, types: AskedTypedData['types']): readonly Fact[] {
  const element = /^(.*)\[\d*\]$/.exec(type)?.[1]
  if (element !== undefined && Array.isArray(value)) {
    if (value.length === 0) return [{ name: path, value: 'Empty list', form: 'text' }]
    return value.flatMap((item: unknown, index) =>
      fieldsOf({ path: `${path}[${index}]`, type: element, value: item }, types),
    )
  }
  const members = types[type]
  if (members && typeof value === 'object' && value !== null) {
    const read = new Map<string, unknown>(Object.entries(value))
    return members.flatMap((member) =>
      fieldsOf(
        {
          path: path === '' ? member.name : `${path}.${member.name}`,
          type: member.type,
          value: read.get(member.name),
        },
        types,
      ),
    )
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return [{ name: path, value: text, form: type === 'address' ? 'address' : 'code' }]
}
