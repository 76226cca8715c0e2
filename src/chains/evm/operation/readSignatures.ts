import { parseAbi } from 'viem/utils'

import type { AbiFault, AbiPlace, AbiProblem } from './abiProblem.ts'

/** An item of an ABI as written and where it stands, or why it cannot be read. */
export type AbiPart = { place: AbiPlace; item: unknown } | AbiProblem

/** The parser's time grows with the square of this. */
const maxSignatureLength = 10_000
/** Most structs in one signature. */
const maxStructs = 100
/** Most values that the signatures of a text may have, their structs written out. */
const maxValues = 20_000

/**
 * Reads the functions and errors of human-readable lines or of Solidity: over several lines, with
 * comments, structs and bodies, of interfaces or without the word `function`. Takes time that grows
 * with the text's length, whatever it holds: links carry ABIs that somebody else wrote.
 */
export function readSignatures(text: string): readonly AbiPart[] {
  const { source, structs } = takeStructs(text.replaceAll(comment, blank))
  let left = maxValues
  return split(dropBodies(source)).flatMap(({ part, number }): readonly AbiPart[] => {
    const name = part.length > 60 ? `${part.slice(0, 59)}\u2026` : part
    const place = { kind: 'line', number, name } as const
    if (part.length > maxSignatureLength) return [{ place, fault: { kind: 'tooLong' } }]
    const signature = toSignature(part)
    if (signature === undefined) return []
    const known = findStructs(signature, structs)
    if (known.values > left) return [{ place, fault: { kind: 'tooLong' } }]
    left -= known.values
    try {
      const [item]: readonly unknown[] = parseAbi([...known.lines, signature])
      return [{ place, item }]
    } catch (error) {
      return [{ place, fault: toFault(error) }]
    }
  })
}

// Each pattern goes on to the end of what it has begun, so that no text is searched again and again.
const comment = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g
const struct = /\bstruct\s+(\w+)\s*\{[^{}]*\}/g
const heading = /\b(?:abstract\s+)?(?:interface|contract|library)\s[^{;]*[{;]?/g
/** What may stand around or between functions, and cannot be called. */
const other =
  /^(?:event|modifier|constructor|fallback|receive|using|pragma|import|enum|type|mapping)\b/
/** What continues a signature on the next line. */
const tail =
  /^(?:[)]|(?:external|public|internal|private|view|pure|payable|nonpayable|constant|virtual|override|returns)\b)/

/** Blanks keep the number of each line. */
function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ')
}

/** Structs by name: as a line, and what they are made of. */
type Structs = ReadonlyMap<string, { whole: string; words: readonly string[] }>

/** A contract's own type is an address: Solidity names its interfaces with an I. */
function takeStructs(text: string): { source: string; structs: Structs } {
  const names = new Set(Array.from(text.matchAll(struct), ([, name]) => name))
  const source = text.replaceAll(/\bI[A-Z]\w*(?=[\s[,)])(?<=[(,{;]\s*\w+)/g, (name) =>
    names.has(name) ? name : 'address',
  )
  const structs = Array.from(source.matchAll(struct), ([whole, name = '']) => {
    const body = whole.slice(whole.indexOf('{')).replaceAll(/\s+/g, ' ')
    return [name, { whole: `struct ${name} ${body}`, words: getWords(body) }] as const
  })
  const rest = source.replaceAll(struct, (whole) => `;${blank(whole.slice(1))}`)
  return { source: rest, structs: new Map(structs) }
}

/**
 * Finds the structs that a signature names, those in them included, and how many values the parser
 * writes out for them: a struct of two others that have two others each doubles with every step.
 */
function findStructs(signature: string, structs: Structs): { lines: string[]; values: number } {
  const sizes = new Map<string, number>()
  const lines: string[] = []
  countValues(getWords(signature))
  return { lines, values: [...sizes.values()].reduce((sum, size) => sum + size, 0) }

  function countValues(words: readonly string[]): number {
    return words.reduce((sum, word) => sum + getSize(word), 0)
  }

  function getSize(name: string): number {
    const known = sizes.get(name)
    const one = structs.get(name)
    if (known !== undefined || !one) return known ?? 1
    if (lines.length === maxStructs) return Infinity
    // One that holds itself is refused by the parser.
    sizes.set(name, 1)
    lines.push(one.whole)
    const size = countValues(one.words)
    sizes.set(name, size)
    return size
  }
}

function getWords(text: string): readonly string[] {
  return text.match(/\b[a-z_$][\w$]*/gi) ?? []
}

/** Opens interfaces and contracts, and drops the bodies of what is in them. */
function dropBodies(text: string): string {
  let depth = 0
  return text
    .replaceAll(heading, (found) => (found.endsWith('{') ? blank(found) : found))
    .replaceAll(/[{}]|[^{}\n]+/g, (piece) => {
      if (piece === '{') depth += 1
      else if (piece === '}') depth = Math.max(0, depth - 1)
      else return depth > 0 ? blank(piece) : piece
      return piece === '{' && depth === 1 ? ';' : ' '
    })
}

/** Splits at semicolons and lines, except inside of parentheses and before what continues. */
function split(source: string): readonly { part: string; number: number }[] {
  const parts: { part: string; number: number }[] = []
  let isEnded = true
  let depth = 0
  for (const [index, line] of source.split('\n').entries())
    for (const [at, piece] of line.split(';').entries()) {
      const text = piece.trim().replaceAll(/\s+/g, ' ')
      isEnded ||= at > 0
      if (text === '') continue
      const last = parts.at(-1)
      if (last && !isEnded && !/^(?:function|error)\b/.test(text) && (depth > 0 || tail.test(text)))
        last.part += ` ${text}`
      else {
        parts.push({ part: text, number: index + 1 })
        depth = 0
      }
      isEnded = false
      depth += countOpen(text)
    }
  return parts
}

function countOpen(text: string): number {
  return text.split('(').length - text.split(')').length
}

/** Writes a signature as the parser takes it; undefined for what nobody can call. */
function toSignature(part: string): string | undefined {
  if (other.test(part)) return undefined
  const whole = /^(?:function|error)\b/.test(part) ? part : `function ${part}`
  const end = findEnd(whole)
  const tail = whole.slice(end)
  if (/\b(?:internal|private)\b/.test(tail)) return undefined
  const opened = tail.search(/(?<=\breturns\s*)\(/)
  const returned = opened < 0 ? '' : tail.slice(opened, tail.lastIndexOf(')') + 1)
  const [, state] = /\b(view|pure|payable|constant)\b/.exec(tail.replace(returned, '')) ?? []
  const mutability = state === undefined ? '' : ` ${state === 'constant' ? 'view' : state}`
  const results = returned === '' ? '' : ` returns ${tidy(returned)}`
  return `${tidy(whole.slice(0, end))}${mutability}${results}`
}

/** Returns where the parameters end. */
function findEnd(whole: string): number {
  let depth = 0
  for (const { 0: sign, index } of whole.matchAll(/[()]/g)) {
    depth += sign === '(' ? 1 : -1
    if (sign === ')' && depth === 0) return index + 1
  }
  return whole.length
}

function tidy(list: string): string {
  return list
    .replaceAll(/\s(?:memory|calldata)\b/g, '')
    .replaceAll(/\s*([(,])\s*/g, '$1')
    .replaceAll(/\s+\)/g, ')')
}

/** What the parser says of a line; without a reason it is no signature at all. */
function toFault(error: unknown): AbiFault {
  const { metaMessages, details }: { metaMessages?: unknown; details?: unknown } = Object(error)
  const reason = `${Array.isArray(metaMessages) ? metaMessages[0] : details}`
  const type = /^Type "(.+)" is not a valid ABI type|^([\w$]+\.[\w$.]+)/.exec(reason)
  if (type) return { kind: 'type', type: type[1] ?? type[2] ?? '' }
  const [, word] = /^"(.+)" is a protected Solidity keyword/.exec(reason) ?? []
  if (word !== undefined) return { kind: 'keyword', word }
  const [, modifier] = /^Modifier "(.+?)" not allowed/.exec(reason) ?? []
  if (modifier !== undefined) return { kind: 'modifier', word: modifier }
  return { kind: / too many \w+ parentheses/.test(reason) ? 'parentheses' : 'signature' }
}
