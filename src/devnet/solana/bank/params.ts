import { fromBase58 } from './base58.ts'
import type { Commitment } from './blocks.ts'
import { createInvalidParams } from './rpcError.ts'

/** The parameters of one request, by position. */
export type Params = readonly unknown[]

/** The named options that stand last in a request. */
export type RpcOptions = Readonly<Record<string, unknown>>

/** An address at a position. @throws RpcError -32602 when it is none. */
export function readAddress(params: Params, index: number): string {
  const text = readText(params, index)
  fromBase58(text, 32)
  return text
}

/** A text at a position. @throws RpcError -32602 when there is none. */
export function readText(params: Params, index: number): string {
  const value = params[index]
  if (typeof value === 'string') return value
  throw createInvalidParams(
    `Invalid params: invalid type: ${describeType(value)}, expected a string.`,
  )
}

/** A whole number from 0 at a position. @throws RpcError -32602 when there is none. */
export function readCount(params: Params, index: number): number {
  const value = params[index]
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw createInvalidParams(`Invalid params: invalid type: ${describeType(value)}, expected u64.`)
}

/** A list of addresses or signatures at a position. @throws RpcError -32602 when it is none or too long. */
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

/** The options at a position; none when absent. @throws RpcError -32602 when it is no object. */
export function readOptions(params: Params, index: number): RpcOptions {
  const value = params[index]
  if (value === undefined || value === null) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return { ...value }
  throw createInvalidParams(`Invalid params: invalid type: ${describeType(value)}, expected a map.`)
}

/**
 * The options at a position, in whose place the older form of some requests has the encoding itself.
 */
export function readEncodedOptions(params: Params, index: number): RpcOptions {
  const encoding = params[index]
  return typeof encoding === 'string' ? { encoding } : readOptions(params, index)
}

/** The options within options, such as a filter or a slice. */
export function getOptions(options: RpcOptions, name: string): RpcOptions | undefined {
  return options[name] === undefined || options[name] === null
    ? undefined
    : readOptions([options[name]], 0)
}

/** A text among options. */
export function getText(options: RpcOptions, name: string): string | undefined {
  const value = options[name]
  return value === undefined || value === null ? undefined : readText([value], 0)
}

/** A whole number among options. */
export function getCount(options: RpcOptions, name: string): number | undefined {
  const value = options[name]
  return value === undefined || value === null ? undefined : readCount([value], 0)
}

/** The commitment among options; `finalized` when none is named, as on a cluster. */
export function getCommitment(options: RpcOptions, name = 'commitment'): Commitment {
  const text = getText(options, name) ?? 'finalized'
  // The older names are still sent.
  const commitment = olderNames[text] ?? commitments.find((known) => known === text)
  if (commitment) return commitment
  throw createInvalidParams(
    `Invalid params: unknown variant \`${text}\`, expected one of \`processed\`, \`confirmed\`, \`finalized\`.`,
  )
}

/** The same for history, which no cluster gives below `confirmed`. */
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
