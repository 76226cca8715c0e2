import { fromBase58 } from './base58.ts'
import type { Commitment } from './blocks.ts'
import { invalidParams } from './rpcError.ts'

/** The parameters of one request, by position. */
export type Params = readonly unknown[]

/** The named options that stand last in a request. */
export type Options = Readonly<Record<string, unknown>>

/** An address at a position. @throws RpcError -32602 when it is none. */
export function addressIn(params: Params, index: number): string {
  const text = textIn(params, index)
  fromBase58(text, 32)
  return text
}

/** A text at a position. @throws RpcError -32602 when there is none. */
export function textIn(params: Params, index: number): string {
  const value = params[index]
  if (typeof value === 'string') return value
  throw invalidParams(`Invalid params: invalid type: ${typeOf(value)}, expected a string.`)
}

/** A whole number from 0 at a position. @throws RpcError -32602 when there is none. */
export function countIn(params: Params, index: number): number {
  const value = params[index]
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw invalidParams(`Invalid params: invalid type: ${typeOf(value)}, expected u64.`)
}

/** A list of addresses or signatures at a position. @throws RpcError -32602 when it is none or too long. */
export function textsIn(
  params: Params,
  { index, most }: { index: number; most: number },
): string[] {
  const value = params[index]
  if (!Array.isArray(value))
    throw invalidParams(`Invalid params: invalid type: ${typeOf(value)}, expected a sequence.`)
  if (value.length > most) throw invalidParams(`Too many inputs provided; max ${most}`)
  return value.map((_, position) => textIn(value, position))
}

/** The options at a position; none when absent. @throws RpcError -32602 when it is no object. */
export function optionsIn(params: Params, index: number): Options {
  const value = params[index]
  if (value === undefined || value === null) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return { ...value }
  throw invalidParams(`Invalid params: invalid type: ${typeOf(value)}, expected a map.`)
}

/**
 * The options at a position, in whose place the older form of some requests has the encoding itself.
 */
export function encodedOptionsIn(params: Params, index: number): Options {
  const encoding = params[index]
  return typeof encoding === 'string' ? { encoding } : optionsIn(params, index)
}

/** The options within options, such as a filter or a slice. */
export function within(options: Options, name: string): Options | undefined {
  return options[name] === undefined || options[name] === null
    ? undefined
    : optionsIn([options[name]], 0)
}

/** A text among options. */
export function textOf(options: Options, name: string): string | undefined {
  const value = options[name]
  return value === undefined || value === null ? undefined : textIn([value], 0)
}

/** A whole number among options. */
export function countOf(options: Options, name: string): number | undefined {
  const value = options[name]
  return value === undefined || value === null ? undefined : countIn([value], 0)
}

/** The commitment among options; `finalized` when none is named, as on a cluster. */
export function commitmentOf(options: Options, name = 'commitment'): Commitment {
  const text = textOf(options, name) ?? 'finalized'
  // The older names are still sent.
  const commitment = olderNames[text] ?? commitments.find((known) => known === text)
  if (commitment) return commitment
  throw invalidParams(
    `Invalid params: unknown variant \`${text}\`, expected one of \`processed\`, \`confirmed\`, \`finalized\`.`,
  )
}

/** The same for history, which no cluster gives below `confirmed`. */
export function settledCommitmentOf(options: Options): 'confirmed' | 'finalized' {
  const commitment = commitmentOf(options)
  if (commitment === 'processed')
    throw invalidParams('Method does not support commitment below `confirmed`')
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

function typeOf(value: unknown): string {
  if (value === undefined || value === null) return 'null'
  return Array.isArray(value) ? 'sequence' : typeof value
}
