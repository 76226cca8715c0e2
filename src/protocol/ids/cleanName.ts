/** Invisible characters, and those that change the direction of text. */
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{DI}\u2800]/gu
/** Marks on one letter beyond the second: they would be drawn over what stands around. */
const piledMarks = /(?<=\p{M}{2})\p{M}/gu

/** Removes from a text what would be invisible, or move or cover what stands beside it. */
export function stripHidden(text: string): string {
  return text.replaceAll(hiddenCharacters, '').replaceAll(piledMarks, '')
}

/** Cleans a name that a person typed, or that came with a file or a link: one line of what can be seen. */
export function cleanName(name: string, maxLength: number): string {
  const line = stripHidden(name.normalize('NFC').replaceAll(/[\t\n\r\u2028\u2029]/g, ' '))
  return line.replaceAll(/\s+/g, ' ').trim().slice(0, maxLength).trim()
}
