import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { translate } from '../../../language/translate.ts'
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
      label={translate('Price')}
      waiting={{
        title: translate('Enter an amount'),
        body: translate(
          'What you would get and what it costs appear here. No wallet is needed for that.',
        ),
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
        translate('Price: about {received} on {chain}, at least {minimum}.', {
          received: formats.asset(received),
          chain: received.chain.name,
          minimum: formats.asset(minimum),
        })
      }
    />
  )
}

export declare namespace SwapPrice {
  type Props = { swap: SwapModel; price: LivePrice }
}
