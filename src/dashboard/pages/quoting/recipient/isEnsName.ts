/** Longest name that the chain takes, characters. Source: ENSIP-10, DNS encoding. */
const maxLength = 255

/**
 * Whether a text can be a name on ENS: words joined by dots, and no name of Solana's. Characters that turn
 * the direction of the text around them are in none.
 */
export function isEnsName(text: string): boolean {
  const typed = text.trim()
  if (typed.length > maxLength || /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(typed)) return false
  return /^[^\s:/.]+(\.[^\s:/.]+)*\.[^\s:/.]{2,}$/u.test(typed) && !/\.sol$/i.test(typed)
}
