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
  /** The dollars as typed; undefined where the form stores something else than they buy. */
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
    text: typed.buys === value ? typed.text : undefined,
    type(text) {
      const next = toTyped(text, asset)
      setTyped({ ...next, isDue: false })
      onValueChange(next.buys)
    },
  }
}

function toTyped(text: string, { assetId, decimals, priceUsd }: PricedAsset) {
  return priceUsd === undefined
    ? { text: '', buys: '', assetId }
    : { text, buys: toTokenText(text, { priceUsd, decimals }), assetId }
}
