import { decodeBase64 } from '../codec/base64.ts'

/** An object of an answer; fields are read by the functions below. */
export type Fields = Readonly<Record<string, unknown>>

/** A node answered what its interface does not know. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
}

/**
 * The fields of an object.
 *
 * @throws UnreadableAnswer when it is none.
 */
export function fieldsOf(answer: unknown): Fields {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new UnreadableAnswer(`The node answered ${typeof answer} in place of an object.`)
  return Object.fromEntries(Object.entries(answer))
}

/**
 * The items of a list.
 *
 * @throws UnreadableAnswer when it is none.
 */
export function listOf(answer: unknown): readonly unknown[] {
  if (!Array.isArray(answer))
    throw new UnreadableAnswer(`The node answered ${typeof answer} in place of a list.`)
  return answer
}

/**
 * A text.
 *
 * @throws UnreadableAnswer when it is none.
 */
export function textOf(answer: unknown): string {
  if (typeof answer !== 'string')
    throw new UnreadableAnswer(`The node answered ${typeof answer} in place of a text.`)
  return answer
}

/**
 * A whole number. JSON carries it exactly up to 2^53: nine million SOL in lamports.
 *
 * @throws UnreadableAnswer when it is none.
 */
export function wholeOf(answer: unknown): bigint {
  if (typeof answer !== 'number' || !Number.isInteger(answer))
    throw new UnreadableAnswer(`The node answered ${typeof answer} in place of a whole number.`)
  return BigInt(answer)
}

/** Bytes in base64, as the interface writes them: the text, then the name of the encoding. */
export function bytesOf(answer: unknown): Uint8Array {
  const [text, encoding] = listOf(answer)
  if (encoding !== 'base64') throw new UnreadableAnswer('The node answered no base64.')
  return decodeBase64(textOf(text))
}

/** What came with the slot that it was read at. */
export function contextOf(answer: unknown): { slot: bigint; value: unknown } {
  const { context, value } = fieldsOf(answer)
  return { slot: wholeOf(fieldsOf(context)['slot']), value }
}
