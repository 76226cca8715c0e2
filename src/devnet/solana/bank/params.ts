import type { Commitment } from '#chains/solana/rpc/readAccounts.ts'
import { createInvalidParams } from './rpcAnswer.ts'
import { decodeBase58 } from '#protocol/ids/base58.ts'

/** Positional parameters of a request. */
export type Params = readonly unknown[]

/** The options object, the last parameter of a request. */
export type RpcOptions = Readonly<Record<string, unknown>>

/** Reads an address at an index. @throws RpcError -32602 when it is not one. */
export function readAddress(params: Params, index: number): string {
  const text = readText(params, index)
  fromBase58(text, 32)
  return text
}

/** Reads a string at an index. @throws RpcError -32602 when there is none. */
export function readText(params: Params, index: number): string {
  const value = params[index]
  if (typeof value === 'string') return value
  throw createInvalidParams(
    `Invalid params: invalid type: ${describeType(value)}, expected a string.`,
  )
}

/** Reads a non-negative integer at an index. @throws RpcError -32602 when there is none. */
export function readCount(params: Params, index: number): number {
  const value = params[index]
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw createInvalidParams(`Invalid params: invalid type: ${describeType(value)}, expected u64.`)
}

/** Reads a list of strings at an index. @throws RpcError -32602 when it is not one or too long. */
export function readTexts(
  params: Params,
  { index, maxTexts }: { index: number; maxTexts: number },
): string[] {
  const value = params[index]
  if (!Array.isArray(value))
    throw createInvalidParams(
      `Invalid params: invalid type: ${describeType(value)}, expected a sequence.`,
    )
  if (value.length > maxTexts)
    throw createInvalidParams(`Too many inputs provided; max ${maxTexts}`)
  return value.map((_, position) => readText(value, position))
}

/** Reads the options at an index, if any. @throws RpcError -32602 when they are not an object. */
export function readOptions(params: Params, index: number): RpcOptions {
  const value = params[index]
  if (value === undefined || value === null) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return { ...value }
  throw createInvalidParams(`Invalid params: invalid type: ${describeType(value)}, expected a map.`)
}

/** Reads the options at an index; older forms of some requests have just the encoding there. */
export function readEncodedOptions(params: Params, index: number): RpcOptions {
  const encoding = params[index]
  return typeof encoding === 'string' ? { encoding } : readOptions(params, index)
}

/** Returns nested options, such as a filter or a slice. */
export function getOptions(options: RpcOptions, name: string): RpcOptions | undefined {
  return options[name] === undefined || options[name] === null
    ? undefined
    : readOptions([options[name]], 0)
}

/** Returns a string option. */
export function getText(options: RpcOptions, name: string): string | undefined {
  const value = options[name]
  return value === undefined || value === null ? undefined : readText([value], 0)
}

/** Returns a non-negative integer option. */
export function getCount(options: RpcOptions, name: string): number | undefined {
  const value = options[name]
  return value === undefined || value === null ? undefined : readCount([value], 0)
}

/** Returns the commitment option; `finalized` by default, as on a cluster. */
export function getCommitment(options: RpcOptions, name = 'commitment'): Commitment {
  const text = getText(options, name) ?? 'finalized'
  // Clients still send the older names.
  const commitment = olderNames[text] ?? commitments.find((known) => known === text)
  if (commitment) return commitment
  throw createInvalidParams(
    `Invalid params: unknown variant \`${text}\`, expected one of \`processed\`, \`confirmed\`, \`finalized\`.`,
  )
}

/** Like {@link getCommitment} for history, which clusters do not serve below `confirmed`. */
export function getSettledCommitment(options: RpcOptions): 'confirmed' | 'finalized' {
  const commitment = getCommitment(options)
  if (commitment === 'processed')
    throw createInvalidParams('Method does not support commitment below `confirmed`')
  return commitment
}

const commitments = ['processed', 'confirmed', 'finalized'] as const

const olderNames: Readonly<Record<string, Commitment>> = {
  recent: 'processed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  root: 'finalized',
  max: 'finalized',
}

function describeType(value: unknown): string {
  if (value === undefined || value === null) return 'null'
  return Array.isArray(value) ? 'sequence' : typeof value
}

/** Maximum length of a text to decode, as decoding takes quadratic time. */
const maxCharacters = 2_048

/**
 * Decodes base58 from a request.
 *
 * @param length - Required number of bytes; any when absent.
 * @throws RpcError -32602 when it is not base58, too long, or of another length.
 */
export function fromBase58(text: string, length?: number): Uint8Array {
  if (text.length > maxCharacters) throw createInvalidParams('Invalid param: WrongSize')
  const bytes = decode(text)
  if (length !== undefined && bytes.length !== length)
    throw createInvalidParams('Invalid param: WrongSize')
  return bytes
}

function decode(text: string): Uint8Array {
  try {
    return decodeBase58(text)
  } catch (cause) {
    throw Object.assign(createInvalidParams('Invalid param: Invalid'), { cause })
  }
}
