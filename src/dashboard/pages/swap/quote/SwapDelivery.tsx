import { DeliveryChoice } from '../../quoting/assets/DeliveryChoice.tsx'
import { findArriving } from '../../quoting/assets/findArriving.ts'
import type { QuoteAmount } from '../../quoting/quoteView.ts'
import type { SwapModel } from '../state/useSwap.ts'

/** The choice of what arrives, beside the quote that says what would. */
export function SwapDelivery(props: SwapDelivery.Props) {
  const { swap, received } = props
  const { form, search, setSearch } = swap
  if (!form.to) return null
  return (
    <DeliveryChoice
      to={form.to}
      deliveries={form.deliveries}
      arrives={findArriving(form.to, received)}
      onChoose={(to) => setSearch({ ...search, to })}
    />
  )
}

export declare namespace SwapDelivery {
  type Props = { swap: SwapModel; received: QuoteAmount }
}
