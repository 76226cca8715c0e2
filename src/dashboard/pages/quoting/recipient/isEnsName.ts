/** Whether a text can be a name on ENS: words joined by dots, and no name of Solana's. */
export function isEnsName(text: string): boolean {
  const typed = text.trim()
  return /^[^\s:/.]+(\.[^\s:/.]+)*\.[^\s:/.]{2,}$/u.test(typed) && !/\.sol$/i.test(typed)
}
