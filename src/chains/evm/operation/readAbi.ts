import { isRecord } from '#protocol/ids/isRecord.ts'
import { type AbiFunctions, collectFunctions } from './abiFunctions.ts'
import type { AbiProblem } from './abiProblem.ts'
import { readLiteral } from './readLiteral.ts'
import { type AbiPart, readSignatures } from './readSignatures.ts'

/** What an ABI holds, or where and why nothing of it can be used. */
export type ReadAbi =
  | (AbiFunctions & {
      /** Functions that cannot be encoded, and why. */
      left: readonly AbiProblem[]
      /** Where in the text the ABI stood, such as `output.abi`; empty for all of it. */
      source: string
    })
  | { problem: AbiProblem }

/** The entries of an ABI, and where in a text they stood; `source` is empty for all of it. */
type UnwrappedAbi = { entries: readonly AbiPart[]; source: string }

/** What stands before and after an ABI in the code of a program. */
const lead =
  /^(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/|import\b[^\n]*|['"]use \w+['"];?)*(?:export\s+default\s+|module\.exports\s*=\s*|(?:export\s+)?(?:const|let|var)\s+[\w$]+\s*(?::[^=]*)?=\s*)?(?:parseAbi\s*\(\s*)?/
const tail = /(?:[\s);]+|as\s+const|satisfies\s+\w+)$/

/** Characters at the end in which to look for {@link tail}: a longer text would be searched for each of its own. */
const tailLength = 100

/** Members that hold an ABI: of builds, explorers' answers, metadata, compilers' output. */
const wrappers = ['abi', 'ABI', 'result', 'output', 'contracts'] as const

/**
 * Reads an ABI in any form that people copy: JSON of a compiler, an explorer or a build, old or
 * new, a constant of JavaScript, human-readable lines, Solidity. What cannot be encoded is left
 * out.
 *
 * @returns Functions in the ABI's order, or what is wrong if none can be called.
 */
export function readAbi(text: string): ReadAbi {
  if (text.trim() === '') return { problem: { fault: { kind: 'empty' }, place: undefined } }
  const { entries, source } = unwrapAbi(text)
  const { left, ...found } = collectFunctions(entries)
  if (found.functions.length + found.readers.length === 0)
    return { problem: left[0] ?? { fault: { kind: 'noFunction' }, place: undefined } }
  return { ...found, left, source }
}

/** Finds the ABI in what compilers, explorers and programs wrap around it. */
function unwrapAbi(text: string): UnwrappedAbi {
  // Blanks keep the places that faults name.
  const code = dropTail(text.replace(lead, (found) => found.replaceAll(/[^\n]/g, ' ')))
  if (!/^\s*[[{"'`]/.test(code)) return { entries: readSignatures(text), source: '' }
  const read = readLiteral(code)
  if ('fault' in read)
    return { entries: [{ fault: { kind: 'json', ...read.fault }, place: undefined }], source: '' }
  return findAbi(read.value, '')
}

function dropTail(code: string): string {
  let end = code.length
  let found: string | undefined
  do {
    ;[found] = tail.exec(code.slice(Math.max(0, end - tailLength), end)) ?? []
    end -= found?.length ?? 0
  } while (found !== undefined)
  return code.slice(0, end)
}

function findAbi(value: unknown, source: string): UnwrappedAbi {
  if (typeof value === 'string') return { ...unwrapAbi(value), source }
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item === 'string'))
      return { entries: readSignatures(value.join('\n')), source }
    return value.some((item) => isRecord(item) && wrappers.some((key) => key in item))
      ? joinAbis(value.map((item, index) => findAbi(item, `${source}[${index}]`)))
      : { entries: value.map(toEntry), source }
  }
  const key = isRecord(value) ? wrappers.find((one) => one in value) : undefined
  if (!isRecord(value) || key === undefined) return { entries: [toEntry(value, 0)], source }
  const inner = source === '' ? key : `${source}.${key}`
  return key === 'contracts' ? findContracts(value[key], '') : findAbi(value[key], inner)
}

/** A compiler lists contracts by name, or by file and name. */
function findContracts(value: unknown, source: string): UnwrappedAbi {
  if (!isRecord(value) || 'abi' in value) return { ...findAbi(value, ''), source }
  const parts = Object.entries(value).map(([name, part]) =>
    findContracts(part, source === '' ? name : `${source}:${name}`),
  )
  return joinAbis(parts)
}

function joinAbis(abis: readonly UnwrappedAbi[]): UnwrappedAbi {
  const filled = abis.filter(({ entries }) => entries.length > 0)
  return {
    entries: filled.flatMap(({ entries }) => entries),
    source: filled.map(({ source }) => source).join(', '),
  }
}

function toEntry(item: unknown, index: number): AbiPart {
  const name = isRecord(item) && typeof item['name'] === 'string' ? item['name'] : ''
  return { item, place: { kind: 'entry', number: index + 1, name } }
}
