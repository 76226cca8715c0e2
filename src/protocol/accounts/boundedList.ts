import { z } from 'zod/mini'

/**
 * Builds the schema of a list with a maximum length. Items beyond the maximum are not validated:
 * an attacker could otherwise make the service hash every address of a very long list.
 *
 * @param item - Schema of one item.
 * @param bounds - Minimum and maximum number of items.
 */
export function boundedList<item extends z.ZodMiniType>(
  item: item,
  { min = 0, max }: { min?: number; max: number },
) {
  return z.pipe(
    z.transform((value: unknown) => (Array.isArray(value) ? value.slice(0, max + 1) : value)),
    z.array(item).check(z.minLength(min), z.maxLength(max, `Expected at most ${max} items.`)),
  )
}
