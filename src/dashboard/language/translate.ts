import { toKey } from './catalogue.ts'
import type { Values } from './message.ts'
import { type GivenValues, readMessage } from './readMessage.ts'

/**
 * Returns an English text in the user's language. Works at module level: the catalogue is loaded
 * before.
 *
 * @example
 *   translate('You pay {amount}', { amount })
 *   translate('{count, plural, one {# chain} other {# chains}}', { count })
 *
 * @param text - A literal: the checks collect the keys from the source.
 */
export function translate<const text extends string>(
  text: text,
  ...[values]: Values<text>
): string {
  return fill(readMessage(text, text, values ?? {}), values)
}

/**
 * Like {@link translate}, for an English text that other languages say in more than one way.
 *
 * @param context - What is meant, as a literal: `translateIn('a state', 'Open')`.
 */
export function translateIn<const text extends string>(
  context: string,
  text: text,
  ...[values]: Values<text>
): string {
  return fill(readMessage(toKey(text, context), text, values ?? {}), values)
}

function fill(text: string, values: GivenValues | undefined): string {
  return values ? text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])) : text
}
