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
  { min = 0, max }: { min?: number; max: number },
) {
  return z.preprocess(
    (value: unknown) => (Array.isArray(value) ? value.slice(0, max + 1) : value),
    z.array(item).min(min).max(max, `Expected at most ${max} items.`),
  )
}
