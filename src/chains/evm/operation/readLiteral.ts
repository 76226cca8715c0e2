/** What would have been right at a place of a literal: `comma or ]` is one of the two. */
export type LiteralExpected =
  | 'end'
  | 'less nesting'
  | 'value'
  | 'name'
  | 'colon'
  | 'comma or ]'
  | 'comma or }'

/** The first place at which a text is no literal. */
export type LiteralFault = {
  /** Both from 1. */
  line: number
  column: number
  expected: LiteralExpected
  /** Whether the text ends there. */
  isEnd: boolean
}

/** A comment that nothing ends goes to the end: otherwise the rest would be searched for its end at each place. */
const space = /(?:\s|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))*/y
const json = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy
const quoted = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`/y
const word = /[^\s,:[\](){}"'`][^,[\](){}"'`\n]*/y
const key = /[\w$]+/y

/** Deeper texts are not looked into. */
const maxDepth = 100

/**
 * Reads JSON, a literal of JavaScript, or a list without quotes such as `[0x11…, True]`. Words and
 * numbers stay texts, so that no digit is lost; only `true`, `false` and `null` are values.
 */
export function readLiteral(text: string): { value: unknown } | { fault: LiteralFault } {
  let at = 0
  try {
    const value = readValue(0)
    take(space)
    if (at < text.length) throw new Expected('end')
    return { value }
  } catch (error) {
    if (!(error instanceof Expected)) throw error
    const before = text.slice(0, at).split('\n')
    const column = (before.at(-1) ?? '').length + 1
    const { expected } = error
    return { fault: { line: before.length, column, expected, isEnd: at >= text.length } }
  }

  function readValue(depth: number): unknown {
    take(space)
    if (depth > maxDepth) throw new Expected('less nesting')
    const opened = text.charAt(at)
    if (opened === '[') return readItems(']', () => readValue(depth + 1))
    if (opened === '(') return readItems(')', () => readValue(depth + 1))
    if (opened === '{') return Object.fromEntries(readItems('}', () => readPair(depth + 1)))
    const name = readText()
    if (name !== undefined) return name
    const plain = take(word)?.trim()
    if (plain === undefined) throw new Expected('value')
    return plain === 'true' ? true : plain === 'false' ? false : plain === 'null' ? null : plain
  }

  function readPair(depth: number): [string, unknown] {
    const name = readText() ?? take(key)
    if (name === undefined) throw new Expected('name')
    take(space)
    if (text.charAt(at) !== ':') throw new Expected('colon')
    at += 1
    return [name, readValue(depth)]
  }

  function readItems<T>(end: ']' | ')' | '}', read: () => T): T[] {
    const items: T[] = []
    at += 1
    for (take(space); text.charAt(at) !== end; take(space)) {
      items.push(read())
      take(space)
      if (text.charAt(at) === ',') at += 1
      else if (text.charAt(at) !== end)
        throw new Expected(end === '}' ? 'comma or }' : 'comma or ]')
    }
    at += 1
    return items
  }

  function readText(): string | undefined {
    const strict = take(json)
    if (strict !== undefined) return String(JSON.parse(strict))
    return take(quoted)
      ?.slice(1, -1)
      .replaceAll(/\\(.)/g, (_, escaped: string) => escapes.get(escaped) ?? escaped)
  }

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    const [found] = pattern.exec(text) ?? []
    at += found?.length ?? 0
    return found
  }
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
])

class Expected extends Error {
  readonly expected: LiteralExpected

  constructor(expected: LiteralExpected) {
    super(expected)
    this.expected = expected
  }
}
