import { useEffect, useEffectEvent, useState } from 'react'

import { toTokenText } from './fiatAmount.ts'

/** An asset whose amount can be typed in dollars. */
type PricedAsset = {
  assetId: string
  decimals: number
  /** US dollars per whole token. */
  priceUsd: number | undefined
}

/**
 * Keeps an amount as it was typed in dollars, and stores the tokens that they buy. Another asset is
 * given as many dollars, not as many tokens; without a price it is given none.
 */
export function useTypedDollars(entry: {
  asset: PricedAsset
  /** The token amount that the form stores. */
  value: string
  /** Whether dollars are typed now. */
  isUsd: boolean
  onValueChange: (value: string) => void
}): {
  /** The dollars as typed; undefined where what the form stores is worth something else by now. */
  text: string | undefined
  type: (text: string) => void
} {
  const { asset, value, isUsd, onValueChange } = entry
  const [typed, setTyped] = useState(() => ({ ...toTyped('', asset), isDue: false }))
  const isKept = isUsd && typed.text !== '' && typed.buys === value
  if (typed.assetId !== asset.assetId)
    setTyped({ ...toTyped(isKept ? typed.text : '', asset), isDue: isKept })
  const store = useEffectEvent(onValueChange)
  useEffect(() => {
    if (typed.isDue) store(typed.buys)
  }, [typed])
  return {
    text: typed.buys === value && isClose(typed.priceUsd, asset.priceUsd) ? typed.text : undefined,
    type(text) {
      const next = toTyped(text, asset)
      setTyped({ ...next, isDue: false })
      onValueChange(next.buys)
    },
  }
}

/** Whether a price is still about the one that dollars were converted with: within a hundredth. */
function isClose(before: number | undefined, now: number | undefined): boolean {
  return (
    before === now ||
    (before !== undefined && now !== undefined && Math.abs(now / before - 1) < 0.01)
  )
}

function toTyped(text: string, { assetId, decimals, priceUsd }: PricedAsset) {
  return priceUsd === undefined
    ? { text: '', buys: '', assetId, priceUsd }
    : { text, buys: toTokenText(text, { priceUsd, decimals }), assetId, priceUsd }
}
