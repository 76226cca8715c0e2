import { checksumAddress } from '#protocol/ids/caip.ts'

/** What has several spellings: an EVM address, alone or behind a chain or an asset's namespace. */
const spellable = /^(?:eip155:\d{1,16}(?::|\/erc20:|\/))?0x[0-9a-fA-F]{40}$/
/** Longer texts are none of these. */
const mostLetters = 80

/**
 * Repeats in an answer the spelling of every asset id and address as the request wrote it: programs
 * compare them letter by letter. What the request did not name keeps its own. What libraries hash for a
 * signature keeps its checksum where the request wrote capitals only, which they refuse.
 *
 * Source: wire, "Accounts and names".
 */
export function repeatSpelling<answer>(answer: answer, request: unknown): answer
/** What is known of the types stands above. */
export function repeatSpelling(answer: unknown, request: unknown): unknown {
  const written = new Map<string, string>()
  collect(request, written)
  return written.size === 0 ? answer : respell(answer, (text) => written.get(keyOf(text)) ?? text)
}

/** The same with the checksum of every EVM address, as libraries want them: for what a client wrote. */
export function withChecksums<value>(value: value): value
/** What is known of the types stands above. */
export function withChecksums(value: unknown): unknown {
  return respell(value, withChecksum)
}

function withChecksum(text: string): string {
  const start = text.length - addressLetters
  return text.slice(0, start) + checksumAddress(`0x${text.slice(start + 2)}`)
}

const addressLetters = 42

function collect(value: unknown, written: Map<string, string>): void {
  if (typeof value === 'string') {
    if (isSpellable(value) && !written.has(keyOf(value))) written.set(keyOf(value), value)
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) if (name !== 'data') collect(inner, written)
}

function respell(value: unknown, spell: (text: string) => string): unknown {
  if (typeof value === 'string') return isSpellable(value) ? spell(value) : value
  if (Array.isArray(value)) return value.map((inner) => respell(inner, spell))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      isSpellable(name) ? spell(name) : name,
      respell(inner, name === 'userOp' || name === 'typedDataToSign' ? hashable(spell) : spell),
    ]),
  )
}

function hashable(spell: (text: string) => string): (text: string) => string {
  return (text) => {
    const spelled = spell(text)
    return spelled === keyOf(spelled) || spelled === withChecksum(spelled) ? spelled : text
  }
}

function isSpellable(text: string): boolean {
  return text.length <= mostLetters && spellable.test(text)
}

function keyOf(text: string): string {
  return text.toLowerCase()
}
