/** Ranks how well a ticker matches a search: 0 exact, then by prefix, then anything else. */
export function rankSymbol(symbol: string, text: string): number {
  const [own, wanted] = [symbol, text.trim()].map((one) => one.toLowerCase())
  if (own === wanted) return 0
  return wanted !== undefined && own?.startsWith(wanted) === true ? 1 : 2
}
