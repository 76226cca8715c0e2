import { z } from 'zod/mini'

/** Letters of a list for each item that it may have. */
const maxLetters = 200

/**
 * Builds the schema of a list in a query: items separated by commas, in parameters of the same name, or
 * both. Items that are empty, or equal another, count as absent.
 *
 * @param max - Most items.
 */
export function buildQueryList<item extends string>(
  item: z.ZodMiniType<item, string>,
  { max }: { max: number },
) {
  const text = z.string().check(z.maxLength(maxLetters * max))
  const texts = z.union([text, z.array(text).check(z.maxLength(max))])
  return z.pipe(
    z.pipe(
      z.pipe(texts, z.transform(splitTexts)),
      z.array(item).check(z.maxLength(max, `Expected at most ${max} values.`)),
    ),
    z.transform((items) => unique(items)),
  )
}

/** Like {@link buildQueryList}, but an empty list counts as absent. */
export function buildOptionalQueryList<item extends string>(
  item: z.ZodMiniType<item, string>,
  bounds: { max: number },
) {
  return z.optional(
    z.pipe(
      buildQueryList(item, bounds),
      z.transform((items) => (items.length === 0 ? undefined : items)),
    ),
  )
}

function splitTexts(texts: string | string[]): string[] {
  return [texts]
    .flat()
    .flatMap((text) => text.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Removes duplicates, keeping the first; EVM ids are case-insensitive, base58 is not. */
function unique<item extends string>(items: readonly item[]): item[] {
  const found = new Map<string, item>()
  for (const item of items) {
    const key = /^(0x|eip155:)/.test(item) ? item.toLowerCase() : item
    if (!found.has(key)) found.set(key, item)
  }
  return [...found.values()]
}
