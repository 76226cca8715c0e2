import type { NameService } from '#networks/getChain.ts'

/** Longest name that the chain takes, characters. Source: ENSIP-10, DNS encoding. */
const maxLength = 255

/** Returns the service that would have a text as a name: words joined by dots. Undefined for no name. */
export function findNameService(text: string): NameService | undefined {
  const typed = text.trim()
  if (typed.length > maxLength || /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(typed)) return undefined
  if (!/^[^\s:/.]+(\.[^\s:/.]+)*\.[^\s:/.]{2,}$/u.test(typed)) return undefined
  return /\.sol$/i.test(typed) ? 'SNS' : 'ENS'
}
