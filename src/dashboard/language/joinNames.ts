import { language } from './catalogue.ts'

/** Joins names to a list in the user's language: `A, B, and C`. */
export function joinNames(names: readonly string[]): string {
  return new Intl.ListFormat(language).format(names)
}
