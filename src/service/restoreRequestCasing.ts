import { checksumAddress } from '#protocol/ids/caip.ts'

/** Text with several valid casings: an EVM address, alone or after a chain or asset namespace. */
const casedText = /^(?:eip155:\d{1,16}(?::|\/erc20:|\/))?0x[0-9a-fA-F]{40}$/
/** Longer texts cannot match. */
const maxLetters = 80

/**
 * Rewrites every asset id and address in a response with the casing used in the request, because
 * some clients compare them as strings; all others keep their casing. Values that libraries hash
 * for a signature keep their checksum where the casing of the request is invalid.
 *
 * Source: wire, "Accounts and names".
 */
export function restoreRequestCasing<answer>(answer: answer, request: unknown): answer
/** Implementation of the typed overload above. */
export function restoreRequestCasing(answer: unknown, request: unknown): unknown {
  const written = new Map<string, string>()
  collect(request, written)
  return written.size === 0 ? answer : mapTexts(answer, (text) => written.get(toKey(text)) ?? text)
}

/** Returns a client's value with all EVM addresses checksummed, as libraries expect them. */
export function checksumAddresses<value>(value: value): value
/** Implementation of the typed overload above. */
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
