import { decodeBase64 } from '../program/bytes.ts'

/** An object in a response; the functions below parse its fields. */
export type Fields = Readonly<Record<string, unknown>>

/** A node's response does not have the documented shape. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError'
}

/**
 * Returns the fields of an object.
 *
 * @throws InvalidResponseError when it is not an object.
 */
export function parseFields(answer: unknown): Fields {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new InvalidResponseError(`The node answered ${typeof answer} in place of an object.`)
  return Object.fromEntries(Object.entries(answer))
}

/**
 * Returns the items of a list.
 *
 * @throws InvalidResponseError when it is not a list.
 */
export function parseList(answer: unknown): readonly unknown[] {
  if (!Array.isArray(answer))
    throw new InvalidResponseError(`The node answered ${typeof answer} in place of a list.`)
  return answer
}

/**
 * Returns a string.
 *
 * @throws InvalidResponseError when it is not a string.
 */
export function parseText(answer: unknown): string {
  if (typeof answer !== 'string')
    throw new InvalidResponseError(`The node answered ${typeof answer} in place of a text.`)
  return answer
}

/**
 * Returns an integer. JSON carries it exactly up to 2^53: nine million SOL in lamports.
 *
 * @throws InvalidResponseError when it is not an integer.
 */
export function parseWhole(answer: unknown): bigint {
  if (typeof answer !== 'number' || !Number.isInteger(answer))
    throw new InvalidResponseError(`The node answered ${typeof answer} in place of a whole number.`)
  return BigInt(answer)
}

/** Decodes base64 bytes as the RPC returns them: the text, then the name of the encoding. */
export function parseBytes(answer: unknown): Uint8Array {
  const [text, encoding] = parseList(answer)
  if (encoding !== 'base64') throw new InvalidResponseError('The node answered no base64.')
  return decodeBase64(parseText(text))
}

/** Splits a response into the slot it was read at and its value. */
export function parseContext(answer: unknown): { slot: bigint; value: unknown } {
  const { context, value } = parseFields(answer)
  return { slot: parseWhole(parseFields(context)['slot']), value }
}
