import { formatAmount } from '#protocol/ids/amount.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { translate } from '../../../language/translate.ts'
import { getChosenAsset } from '../../quoting/assets/assetChoices.ts'
import { MissingFunds } from '../../quoting/MissingFunds.tsx'
import { PricePanel } from '../../quoting/PricePanel.tsx'
import { QuoteFlow } from '../../quoting/QuoteFlow.tsx'
import type { LivePrice } from '../../quoting/useLivePrice.ts'
import { getShortage } from '../state/swapForm.ts'
import type { SwapModel } from '../state/useSwap.ts'
import { QuoteDetails } from './QuoteDetails.tsx'
import { SwapDelivery } from './SwapDelivery.tsx'

/** What a swap would come to, where there can be no quote: without a wallet, or with too little in it. */
export function SwapPrice(props: SwapPrice.Props) {
  const { swap, price } = props
  const formats = useFormats()
  return (
    <PricePanel
      price={price}
      label={translate('Price')}
      waiting={{
        title: translate('Enter an amount'),
        body: swap.hasWallet
          ? translate('What you’d receive and what it costs appear here.')
          : translate('What you’d receive and what it costs appear here. No wallet needed.'),
      }}
      missing={isShort(swap) && <Missing swap={swap} />}
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

function isShort({ isEmpty, form, error }: SwapModel): boolean {
  return isEmpty || getShortage(form) !== undefined || error?.kind === 'balance'
}

function Missing({ swap }: { swap: SwapModel }) {
  const { form, search, setSearch, isEmpty, error } = swap
  const formats = useFormats()
  if (!form.from) return null
  const held = getChosenAsset(form.from)
  const { units = 0n, decimals, symbol } = held
  const missing = getShortage(form)
  const refused = missing === undefined ? error : undefined
  return (
    <MissingFunds
      isEmpty={isEmpty}
      held={held}
      title={refused?.title}
      body={
        refused?.body ??
        translate(
          'You need {short} {symbol} more. Lower the amount or receive more on any chain.',
          { short: formats.amount(missing ?? 0n, { decimals }), symbol },
        )
      }
      onUseAll={
        search.without.length > 0 && !isEmpty
          ? () => setSearch({ ...search, without: [] })
          : undefined
      }
      detail={refused && `${refused.code} ${refused.detail}`}
    >
      {units > 0n && missing !== undefined && (
        <Button
          variant="primary"
          onClick={() => setSearch({ ...search, amount: formatAmount(units, decimals) })}
        >
          {translate('Use {held}', { held: formats.amount(units, { decimals }) })}
        </Button>
      )}
    </MissingFunds>
  )
}
