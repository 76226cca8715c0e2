import type { AbiEntry, AbiParameter } from './compile.ts'

/**
 * Formats an ABI as human-readable lines, structs first, in the order of its entries.
 *
 * @returns What viem's `parseAbi` reads back as the same ABI.
 * @throws Error when two structs of one name differ.
 */
export function formatAbi(abi: readonly AbiEntry[]): readonly string[] {
  const structs = new Map<string, string>()
  const lines = abi.map((entry) => formatEntry(entry, structs))
  return [...structs.values(), ...lines]
}

function formatEntry(entry: AbiEntry, structs: Map<string, string>): string {
  const { type, name, stateMutability, inputs = [], outputs = [] } = entry
  const parameters = formatParameters(inputs, structs)
  const mutability = stateMutability === 'nonpayable' ? '' : ` ${stateMutability}`
  switch (type) {
    case 'constructor':
      return `constructor(${parameters})${mutability}`
    case 'function': {
      const returned = outputs.length > 0 ? ` returns (${formatParameters(outputs, structs)})` : ''
      return `function ${name}(${parameters})${mutability}${returned}`
    }
    case 'error':
    case 'event':
      return `${type} ${name}(${parameters})`
    case 'receive':
    case 'fallback':
      return `${type}() external${mutability}`
    default:
      throw new Error(`An ABI entry of type ${type} cannot be formatted.`)
  }
}

function formatParameters(
  parameters: readonly AbiParameter[],
  structs: Map<string, string>,
): string {
  return parameters.map((parameter) => formatParameter(parameter, structs)).join(', ')
}

function formatParameter(parameter: AbiParameter, structs: Map<string, string>): string {
  const { name = '', indexed = false } = parameter
  const words = [formatType(parameter, structs), ...(indexed ? ['indexed'] : []), name]
  return words.filter((word) => word !== '').join(' ')
}

function formatType(parameter: AbiParameter, structs: Map<string, string>): string {
  const { type, internalType = '', components } = parameter
  if (!components) return type
  const name = /(\w+)(?:\[\d*\])*$/.exec(internalType)?.[1] ?? ''
  const fields = components.map((field) => `${formatParameter(field, structs)};`).join(' ')
  const struct = `struct ${name} { ${fields} }`
  if ((structs.get(name) ?? struct) !== struct) throw new Error(`Two structs are named ${name}.`)
  structs.set(name, struct)
  return type.replace('tuple', name)
}
