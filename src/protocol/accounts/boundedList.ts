import { z } from 'zod'

/**
 * Builds the schema of a list with a maximum length. Items beyond the maximum are not validated:
 * an attacker could otherwise make the service hash every address of a very long list.
 *
 * @param item - Schema of one item.
 * @param bounds - Minimum and maximum number of items.
 */
export function boundedList<item extends z.ZodType>(
  item: item,
  { least = 0, most }: { least?: number; most: number },
) {
  return z.preprocess(
    (value: unknown) => (Array.isArray(value) ? value.slice(0, most + 1) : value),
    z.array(item).min(least).max(most, `Expected at most ${most} items.`),
  )
}
