import { decodeBase64 } from '../codec/base64.ts'

/** An object of an answer; fields are read by the functions below. */
export type Fields = Readonly<Record<string, unknown>>

/** A node answered what its interface does not know. */
export class InvalidResponseError extends Error {
  override readonly name = 'UnreadableAnswer'
}

/**
 * The fields of an object.
 *
 * @throws UnreadableAnswer when it is none.
 */
export function parseFields(answer: unknown): Fields {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new InvalidResponseError(`The node answered ${typeof answer} in place of an object.`)
  return Object.fromEntries(Object.entries(answer))
}

/**
 * The items of a list.
 *
 * @throws UnreadableAnswer when it is none.
 */
export function parseList(answer: unknown): readonly unknown[] {
  if (!Array.isArray(answer))
    throw new InvalidResponseError(`The node answered ${typeof answer} in place of a list.`)
  return answer
}

/**
 * A text.
 *
 * @throws UnreadableAnswer when it is none.
 */
export function parseText(answer: unknown): string {
  if (typeof answer !== 'string')
    throw new InvalidResponseError(`The node answered ${typeof answer} in place of a text.`)
  return answer
}

/**
 * A whole number. JSON carries it exactly up to 2^53: nine million SOL in lamports.
 *
 * @throws UnreadableAnswer when it is none.
 */
export function parseWhole(answer: unknown): bigint {
  if (typeof answer !== 'number' || !Number.isInteger(answer))
    throw new InvalidResponseError(`The node answered ${typeof answer} in place of a whole number.`)
  return BigInt(answer)
}

/** Bytes in base64, as the interface writes them: the text, then the name of the encoding. */
export function parseBytes(answer: unknown): Uint8Array {
  const [text, encoding] = parseList(answer)
  if (encoding !== 'base64') throw new InvalidResponseError('The node answered no base64.')
  return decodeBase64(parseText(text))
}

/** What came with the slot that it was read at. */
export function parseContext(answer: unknown): { slot: bigint; value: unknown } {
  const { context, value } = parseFields(answer)
  return { slot: parseWhole(parseFields(context)['slot']), value }
}
