import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { PricePanel } from '../../quoting/PricePanel.tsx'
import { QuoteFlow } from '../../quoting/QuoteFlow.tsx'
import type { LivePrice } from '../../quoting/useLivePrice.ts'
import type { SwapModel } from '../state/useSwap.ts'
import { QuoteDetails } from './QuoteDetails.tsx'
import { SwapDelivery } from './SwapDelivery.tsx'

/** What a swap would come to, before a wallet is connected. */
export function SwapPrice(props: SwapPrice.Props) {
  const { swap, price } = props
  const formats = useFormats()
  return (
    <PricePanel
      price={price}
      label="Price"
      waiting={{
        title: 'Enter an amount',
        body: 'What you would get and what it costs appears here. No wallet is needed for that.',
      }}
      chainCount={swap.chains.size}
      render={({ view, received }) => (
        <>
          <div className="mt-5">
            <QuoteFlow view={view} />
          </div>
          <SwapDelivery swap={swap} received={view.received} />
          <QuoteDetails view={view} slippage={received.price.slippage} />
        </>
      )}
      announce={({ view: { received, minimum } }) =>
        `Price: about ${formats.asset(received)} on ${received.chain.name}, at least ${formats.asset(minimum)}.`
      }
    />
  )
}

export declare namespace SwapPrice {
  type Props = { swap: SwapModel; price: LivePrice }
}
