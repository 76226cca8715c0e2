import { lookAlikes } from './lookAlikes.ts'

const letters: ReadonlyMap<string, string> = new Map(
  Object.entries(lookAlikes).flatMap(([letter, others]) =>
    Array.from(others, (one): [string, string] => [one, letter]),
  ),
)

/**
 * Returns the same text for all texts that look alike, in any case. Marks, spaces and punctuation are
 * left out; signs that look like no letter stay.
 */
export function toSkeleton(text: string): string {
  const visible = text.normalize('NFKD').replaceAll(/[\p{M}\p{DI}\p{C}]/gu, '')
  return Array.from(visible, (one) => {
    const lower = one.toLowerCase()
    return letters.get(one) ?? letters.get(lower) ?? lower
  })
    .join('')
    .replaceAll(/[\p{P}\p{Z}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
