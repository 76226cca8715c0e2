import { useEffect, useEffectEvent, useState } from 'react'

import { toTokenText } from './fiatAmount.ts'

/** An asset whose amount can be typed in money. */
type PricedAsset = {
  assetId: string
  decimals: number
  /** Units of the currency per whole token. */
  price: number | undefined
}

/**
 * Keeps an amount as it was typed in money, and stores the tokens that it buys. Another asset is
 * given as much money, not as many tokens; without a price it is given none.
 */
export function useTypedMoney(entry: {
  asset: PricedAsset
  /** The token amount that the form stores. */
  value: string
  /** Whether money is typed now. */
  isMoney: boolean
  onValueChange: (value: string) => void
}): {
  /** The money as typed; undefined where what the form stores is worth something else by now. */
  text: string | undefined
  type: (text: string) => void
} {
  const { asset, value, isMoney, onValueChange } = entry
  const [typed, setTyped] = useState(() => ({ ...toTyped('', asset), isDue: false }))
  const isKept = isMoney && typed.text !== '' && typed.buys === value
  if (typed.assetId !== asset.assetId)
    setTyped({ ...toTyped(isKept ? typed.text : '', asset), isDue: isKept })
  const store = useEffectEvent(onValueChange)
  useEffect(() => {
    if (typed.isDue) store(typed.buys)
  }, [typed])
  return {
    text: typed.buys === value && isClose(typed.price, asset.price) ? typed.text : undefined,
    type(text) {
      const next = toTyped(text, asset)
      setTyped({ ...next, isDue: false })
      onValueChange(next.buys)
    },
  }
}

/** Whether a price is still about the one that money was converted with: within a hundredth. */
function isClose(before: number | undefined, now: number | undefined): boolean {
  return (
    before === now ||
    (before !== undefined && now !== undefined && Math.abs(now / before - 1) < 0.01)
  )
}

function toTyped(text: string, { assetId, decimals, price }: PricedAsset) {
  return price === undefined
    ? { text: '', buys: '', assetId, price }
    : { text, buys: toTokenText(text, { price, decimals }), assetId, price }
}
