import { catalogue, language, textLocale } from './catalogue.ts'
import { choosePlurals, type MessageRules } from './message.ts'

/** Values of placeholders, and in texts with elements also what makes an element of a part. */
export type GivenValues = Readonly<Record<string, unknown>>

let rules: MessageRules | undefined

/**
 * Returns the text for a key with its plurals chosen; placeholders and tags are still in it.
 *
 * @param key - From `toKey`.
 * @param english - What is shown where the catalogue has no such key.
 */
export function readMessage(key: string, english: string, values: GivenValues): string {
  const text = catalogue[key] ?? english
  if (!text.includes(', plural,')) return text
  rules ??= {
    plurals: new Intl.PluralRules(language),
    numbers: new Intl.NumberFormat(textLocale),
  }
  return choosePlurals(text, values, rules)
}
