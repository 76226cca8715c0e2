/** Ask for a swap or transfer, review it, sign it. */
export function SwapPage() {
  return <h1 className="text-2xl font-semibold">Swap</h1>
}
