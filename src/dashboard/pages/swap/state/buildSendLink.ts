import type { SwapSearch } from './swapSearch.ts'

/** The page that sends what both sides of a swap name, with the amount that was typed. */
export function buildSendLink({ to, amount }: SwapSearch): string {
  const search = new URLSearchParams({ asset: to, ...(amount === '' ? {} : { amount }) })
  return `/send?${search.toString()}`
}
