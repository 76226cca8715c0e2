import { z } from 'zod'

/**
 * A list of a request that has a bound. What stands beyond it is not even looked at: a long list of
 * addresses with checksums would cost the service a hash for each.
 *
 * @param item - Schema of one item.
 * @param bounds.most - Most items; a longer list is refused with this number.
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
