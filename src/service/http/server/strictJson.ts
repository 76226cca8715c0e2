const maxDepth = 64
/** Most values of a document, lists and objects included: several times those of the largest quote. */
const maxValues = 20_000
const loneSurrogate = /\p{Surrogate}/u
const notJson = 'The body is not valid JSON.'

/** Why a body is rejected; the message names the rule, never the content. */
export class InvalidJsonError extends Error {
  override readonly name = 'InvalidJsonError'
}

/**
 * Parses JSON strictly as I-JSON (RFC 7493): UTF-8, no duplicate keys, no lone surrogates, no
 * number that a double cannot represent. A signed document must have a single interpretation. It takes
 * one pass, which ends where a bound is exceeded, so that no body costs more than a good one.
 *
 * @param bytes - The body as received; a byte order mark before the document is dropped (RFC 8259).
 * @throws InvalidJsonError with one sentence.
 * Source: security rule 29; the depth of 64 and the number of values are ours.
 */
export function readStrictJson(bytes: Uint8Array): unknown {
  const tokens = createTokens(decodeUtf8(bytes))
  let values = 0
  const document = readValue(0)
  if (tokens.peek() !== undefined) throw new InvalidJsonError(notJson)
  return document

  function readValue(depth: number): unknown {
    values += 1
    if (values > maxValues)
      throw new InvalidJsonError(`The body holds more than ${maxValues} values.`)
    const sign = tokens.peek()
    if (depth === maxDepth && (sign === '{' || sign === '['))
      throw new InvalidJsonError(`The body is nested deeper than ${maxDepth}.`)
    switch (sign) {
      case '{':
        return readObject(depth + 1)
      case '[':
        return readList(depth + 1)
      case '"':
        return tokens.readString()
      case 't':
        return tokens.readLiteral('true', true)
      case 'f':
        return tokens.readLiteral('false', false)
      case 'n':
        return tokens.readLiteral('null', null)
      case undefined:
      default:
        return tokens.readNumber()
    }
  }

  function readObject(depth: number): Record<string, unknown> {
    const fields: Record<string, unknown> = {}
    tokens.expect('{')
    if (tokens.takes('}')) return fields
    do {
      if (tokens.peek() !== '"') throw new InvalidJsonError(notJson)
      const key = tokens.readString()
      if (Object.hasOwn(fields, key))
        throw new InvalidJsonError('The body holds the same key twice in one object.')
      if (key === '__proto__')
        throw new InvalidJsonError('The body holds a key that is not allowed.')
      tokens.expect(':')
      fields[key] = readValue(depth)
    } while (tokens.takes(','))
    tokens.expect('}')
    return fields
  }

  function readList(depth: number): unknown[] {
    const items: unknown[] = []
    tokens.expect('[')
    if (tokens.takes(']')) return items
    do items.push(readValue(depth))
    while (tokens.takes(','))
    tokens.expect(']')
    return items
  }
}

/** Reads a text token by token, each without the white space before it. Source: RFC 8259. */
function createTokens(text: string) {
  let at = 0
  return { peek, takes, expect, readString, readNumber, readLiteral }

  /** The next sign; undefined at the end. */
  function peek(): string | undefined {
    while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
    return text[at]
  }

  function takes(sign: string): boolean {
    const isNext = peek() === sign
    if (isNext) at += 1
    return isNext
  }

  function expect(sign: string): void {
    if (!takes(sign)) throw new InvalidJsonError(notJson)
  }

  function readString(): string {
    const start = at
    let isEscaped = false
    for (at += 1; text[at] !== '"'; at += 1) {
      // NaN behind the end.
      if (!(text.charCodeAt(at) >= 0x20)) throw new InvalidJsonError(notJson)
      if (text[at] !== '\\') continue
      isEscaped = true
      at += 1
    }
    at += 1
    return isEscaped ? unescape(text.slice(start, at)) : text.slice(start + 1, at - 1)
  }

  function readNumber(): number {
    const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
    number.lastIndex = at
    const [token] = number.exec(text) ?? []
    if (token === undefined) throw new InvalidJsonError(notJson)
    at += token.length
    const value = Number(token)
    const isExact = /^-?\d+$/.test(token) ? Number.isSafeInteger(value) : Number.isFinite(value)
    if (isExact) return value
    throw new InvalidJsonError('The body holds a number that a double cannot hold exactly.')
  }

  function readLiteral<Value>(word: string, value: Value): Value {
    if (!text.startsWith(word, at)) throw new InvalidJsonError(notJson)
    at += word.length
    return value
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new InvalidJsonError('The body is not UTF-8 text.', { cause: error })
  }
}

/** Reads a string with escapes, the only way to a lone surrogate in UTF-8. */
function unescape(token: string): string {
  const value = parseToken(token)
  if (loneSurrogate.test(value)) throw new InvalidJsonError('The body holds a lone surrogate.')
  return value
}

function parseToken(token: string): string {
  try {
    return String(JSON.parse(token))
  } catch (error) {
    throw new InvalidJsonError(notJson, { cause: error })
  }
}
