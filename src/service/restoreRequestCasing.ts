import { checksumAddress } from '#protocol/ids/caip.ts'

/** What has several spellings: an EVM address, alone or behind a chain or an asset's namespace. */
const casedText = /^(?:eip155:\d{1,16}(?::|\/erc20:|\/))?0x[0-9a-fA-F]{40}$/
/** Longer texts are none of these. */
const maxLetters = 80

/**
 * Repeats in an answer the spelling of every asset id and address as the request wrote it: programs
 * compare them letter by letter. What the request did not name keeps its own. What libraries hash for a
 * signature keeps its checksum where the request wrote capitals only, which they refuse.
 *
 * Source: wire, "Accounts and names".
 */
export function restoreRequestCasing<answer>(answer: answer, request: unknown): answer
/** What is known of the types stands above. */
export function restoreRequestCasing(answer: unknown, request: unknown): unknown {
  const written = new Map<string, string>()
  collect(request, written)
  return written.size === 0 ? answer : mapTexts(answer, (text) => written.get(toKey(text)) ?? text)
}

/** The same with the checksum of every EVM address, as libraries want them: for what a client wrote. */
export function checksumAddresses<value>(value: value): value
/** What is known of the types stands above. */
export function checksumAddresses(value: unknown): unknown {
  return mapTexts(value, checksumText)
}

function checksumText(text: string): string {
  const start = text.length - addressLetters
  return text.slice(0, start) + checksumAddress(`0x${text.slice(start + 2)}`)
}

const addressLetters = 42

function collect(value: unknown, written: Map<string, string>): void {
  if (typeof value === 'string') {
    if (isCasedText(value) && !written.has(toKey(value))) written.set(toKey(value), value)
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) if (name !== 'data') collect(inner, written)
}

function mapTexts(value: unknown, spell: (text: string) => string): unknown {
  if (typeof value === 'string') return isCasedText(value) ? spell(value) : value
  if (Array.isArray(value)) return value.map((inner) => mapTexts(inner, spell))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      isCasedText(name) ? spell(name) : name,
      mapTexts(
        inner,
        name === 'userOp' || name === 'typedDataToSign' ? createHashable(spell) : spell,
      ),
    ]),
  )
}

function createHashable(spell: (text: string) => string): (text: string) => string {
  return (text) => {
    const normalized = spell(text)
    return normalized === toKey(normalized) || normalized === checksumText(normalized)
      ? normalized
      : text
  }
}

function isCasedText(text: string): boolean {
  return text.length <= maxLetters && casedText.test(text)
}

function toKey(text: string): string {
  return text.toLowerCase()
}
