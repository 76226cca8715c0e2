const maxDepth = 64
const loneSurrogate = /\p{Surrogate}/u

/** Why a body is rejected; the message names the rule, never the content. */
export class InvalidJsonError extends Error {
  override readonly name = 'InvalidJsonError'
}

/**
 * Parses JSON strictly as I-JSON (RFC 7493): UTF-8, no duplicate keys, no lone surrogates, no
 * number that a double cannot represent. A signed document must have a single interpretation.
 *
 * @param bytes - The body as received.
 * @throws InvalidJsonError with one sentence.
 * Source: security rule 29; the depth of 64 is ours.
 */
export function readStrictJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes)
  checkDepth(text)
  const value = parse(text)
  checkTokens(text)
  return value
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    // Drops a byte order mark, as RFC 8259 allows: some clients write one.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new InvalidJsonError('The body is not UTF-8 text.', { cause: error })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InvalidJsonError('The body is not valid JSON.', { cause: error })
  }
}

function checkDepth(text: string): void {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (isInString) {
      if (char === '\\') at++
      else if (char === '"') isInString = false
    } else if (char === '"') isInString = true
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    if (depth > maxDepth) throw new InvalidJsonError(`The body is nested deeper than ${maxDepth}.`)
  }
}

/** Walks the tokens of valid JSON, with the keys of each open object. */
function checkTokens(text: string): void {
  const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/gs
  const open: (Set<string> | undefined)[] = []
  let isKeyNext = false
  for (const [part] of text.matchAll(token)) {
    const first = part[0]
    if (first === '{') open.push(new Set())
    else if (first === '[') open.push(undefined)
    else if (first === '}' || first === ']') open.pop()
    else if (first === '"') checkString(part, isKeyNext ? open.at(-1) : undefined)
    else if (first !== ',' && first !== ':') checkNumber(part)
    isKeyNext = first === '{' || (first === ',' && open.at(-1) !== undefined)
  }
}

function checkString(token: string, keys: Set<string> | undefined): void {
  const text = String(JSON.parse(token))
  if (loneSurrogate.test(text)) throw new InvalidJsonError('The body holds a lone surrogate.')
  if (!keys) return
  if (keys.has(text)) throw new InvalidJsonError('The body holds the same key twice in one object.')
  if (text === '__proto__') throw new InvalidJsonError('The body holds a key that is not allowed.')
  keys.add(text)
}

function checkNumber(token: string): void {
  const value = Number(token)
  const isExact = /^-?\d+$/.test(token) ? Number.isSafeInteger(value) : Number.isFinite(value)
  if (!isExact)
    throw new InvalidJsonError('The body holds a number that a double cannot hold exactly.')
}
