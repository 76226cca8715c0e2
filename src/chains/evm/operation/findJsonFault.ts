/** What would have been right at a place of JSON: `comma or ]` is one of the two. */
export type JsonExpected =
  | 'end'
  | 'less nesting'
  | 'value'
  | 'name'
  | 'colon'
  | 'comma or ]'
  | 'comma or }'

/** The first place at which a text is not JSON. */
export type JsonFault = {
  /** Both from 1. */
  line: number
  column: number
  expected: JsonExpected
  /** Whether the text ends there. */
  isEnd: boolean
}

class Fault extends Error {
  readonly at: number
  readonly expected: JsonExpected

  constructor(at: number, expected: JsonExpected) {
    super(expected)
    this.at = at
    this.expected = expected
  }
}

const space = /\s*/y
const string = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy
const plain = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y

/** Deeper texts are not looked into. */
const maxDepth = 100

/** Finds why a text is not JSON, as browsers name the place differently or not at all. */
export function findJsonFault(text: string): JsonFault | undefined {
  try {
    const end = skipSpace(text, readValue(text, { at: 0, depth: 0 }))
    if (end < text.length) throw new Fault(end, 'end')
    return undefined
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault
    const before = text.slice(0, fault.at).split('\n')
    return {
      line: before.length,
      column: (before.at(-1) ?? '').length + 1,
      expected: fault.expected,
      isEnd: fault.at >= text.length,
    }
  }
}

type Place = { at: number; depth: number }

/** Returns where the value ends. */
function readValue(text: string, { at: start, depth }: Place): number {
  const at = skipSpace(text, start)
  if (depth > maxDepth) throw new Fault(at, 'less nesting')
  const opened = text.charAt(at)
  if (opened === '[') return readList(text, { at: at + 1, depth }, { end: ']', read: readValue })
  if (opened === '{') return readList(text, { at: at + 1, depth }, { end: '}', read: readPair })
  const end = match(string, text, at) ?? match(plain, text, at)
  if (end === undefined) throw new Fault(at, 'value')
  return end
}

function readPair(text: string, { at: start, depth }: Place): number {
  const at = skipSpace(text, start)
  const end = match(string, text, at)
  if (end === undefined) throw new Fault(at, 'name')
  const colon = skipSpace(text, end)
  if (text.charAt(colon) !== ':') throw new Fault(colon, 'colon')
  return readValue(text, { at: colon + 1, depth })
}

function readList(
  text: string,
  { at: start, depth }: Place,
  { end, read }: { end: ']' | '}'; read: (text: string, place: Place) => number },
): number {
  let at = skipSpace(text, start)
  if (text.charAt(at) === end) return at + 1
  for (;;) {
    at = skipSpace(text, read(text, { at, depth: depth + 1 }))
    if (text.charAt(at) === end) return at + 1
    if (text.charAt(at) !== ',') throw new Fault(at, `comma or ${end}`)
    at = skipSpace(text, at + 1)
  }
}

function skipSpace(text: string, at: number): number {
  return match(space, text, at) ?? at
}

function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}
