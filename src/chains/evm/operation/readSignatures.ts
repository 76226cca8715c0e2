import { parseAbi } from 'viem/utils'

import type { AbiFault, AbiPlace, AbiProblem } from './abiProblem.ts'

/** An item of an ABI as written and where it stands, or why it cannot be read. */
export type AbiPart = { place: AbiPlace; item: unknown } | AbiProblem

/**
 * Reads the functions and errors of human-readable lines or of Solidity: over several lines, with
 * comments, structs and bodies, of interfaces or without the word `function`.
 */
export function readSignatures(text: string): readonly AbiPart[] {
  const { source, structs } = takeStructs(text.replaceAll(comment, blank))
  return split(dropBodies(source)).flatMap(({ part, number }): readonly AbiPart[] => {
    const signature = toSignature(part)
    if (signature === undefined) return []
    const name = part.length > 60 ? `${part.slice(0, 59)}\u2026` : part
    const place = { kind: 'line', number, name } as const
    try {
      const isPlain = !structs.some(({ name }) => new RegExp(`\\b${name}\\b`).test(signature))
      const known = isPlain ? [] : structs.map(({ whole }) => whole)
      const [item]: readonly unknown[] = parseAbi([...known, signature])
      return [{ place, item }]
    } catch (error) {
      return [{ place, fault: toFault(error) }]
    }
  })
}

const comment = /\/\/[^\n]*|\/\*[^]*?\*\//g
const struct = /\bstruct\s+(\w+)\s*\{[^}]*\}/g
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

type Struct = { name: string; whole: string }

/** A contract's own type is an address: Solidity names its interfaces with an I. */
function takeStructs(text: string): { source: string; structs: readonly Struct[] } {
  const names = new Set(Array.from(text.matchAll(struct), ([, name]) => name))
  const source = text.replaceAll(/\bI[A-Z]\w*(?=[\s[,)])(?<=[(,{;]\s*\w+)/g, (name) =>
    names.has(name) ? name : 'address',
  )
  const structs = Array.from(source.matchAll(struct), ([whole, name = '']) => {
    return { name, whole: whole.replaceAll(/\s+/g, ' ') }
  })
  return { source: source.replaceAll(struct, (whole) => `;${blank(whole.slice(1))}`), structs }
}

/** Opens interfaces and contracts, and drops the bodies of what is in them. */
function dropBodies(text: string): string {
  let depth = 0
  return text
    .replaceAll(/\b(?:abstract\s+)?(?:interface|contract|library)\s[^{;]*\{/g, blank)
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
  const [, returned = ''] = /\breturns\s*(\(.*\))/.exec(tail) ?? []
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
