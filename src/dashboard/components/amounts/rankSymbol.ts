/** How well a ticker answers a search, least is best: the same, begins with it, anything else. */
export function rankSymbol(symbol: string, text: string): number {
  const [own, wanted] = [symbol, text.trim()].map((one) => one.toLowerCase())
  if (own === wanted) return 0
  return wanted !== undefined && own?.startsWith(wanted) === true ? 1 : 2
}
