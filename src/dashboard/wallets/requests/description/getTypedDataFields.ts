import { translate } from '../../../language/translate.ts'
import type { RequestedTypedData } from '../parseSignatureRequest.ts'

/** A fact of a request: its name, its value, and how to display the value. */
export type RequestFact = { name: string; value: string; form: 'text' | 'address' | 'code' }

/**
 * Lists the fields of typed data in the order they are signed, each with its path. It follows the
 * types, as the hash does: a field that no type declares is not signed and not shown.
 */
export function getTypedDataFields(typedData: RequestedTypedData): readonly RequestFact[] {
  const { types, primaryType, message } = typedData
  return getFields({ path: '', type: primaryType, value: message }, types)
}

type FieldPlace = { path: string; type: string; value: unknown }

function getFields(
  { path, type, value }: FieldPlace,
  types: RequestedTypedData['types'],
): readonly RequestFact[] {
  const element = /^(.*)\[\d*\]$/.exec(type)?.[1]
  if (element !== undefined && Array.isArray(value)) {
    if (value.length === 0) return [{ name: path, value: translate('Empty list'), form: 'text' }]
    return value.flatMap((item: unknown, index) =>
      getFields({ path: `${path}[${index}]`, type: element, value: item }, types),
    )
  }
  const members = types[type]
  if (members && typeof value === 'object' && value !== null) {
    const read = new Map<string, unknown>(Object.entries(value))
    return members.flatMap((member) =>
      getFields(
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
