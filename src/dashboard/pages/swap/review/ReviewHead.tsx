import { Address } from '#dashboard/components/status/Address.tsx'
import { AmountText } from '#dashboard/components/amounts/AmountText.tsx'
import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import { ReviewTitle } from '../../signing/ReviewTitle.tsx'
import type { QuoteView } from '../../quoting/quoteView.ts'
import type { SwapForm } from '../state/swapForm.ts'

/** Summary of what is signed, in one sentence: amount, origin, recipient and received amount. */
export function ReviewHead(props: ReviewHead.Props) {
  const { view, form, onBack } = props
  const { isTransfer, recipient } = form
  return (
    <div className="mb-6">
      <ReviewTitle
        title={translate('Review and sign')}
        back={isTransfer ? translate('Transfer') : translate('Swap')}
        onBack={onBack}
      />
      <p className="mt-1 text-ink-2">
        <Summary view={view} form={form} />
      </p>
      {recipient.kind === 'other' && (
        <div className="mt-2 text-sm">
          <Address value={recipient.address} form="full" />
        </div>
      )}
    </div>
  )
}

export declare namespace ReviewHead {
  type Props = { view: QuoteView; form: SwapForm; onBack: () => void }
}

function Summary({ view, form }: Pick<ReviewHead.Props, 'view' | 'form'>) {
  const { paid, received, minimum } = view
  const { isTransfer, recipient } = form
  const values = {
    paid: <Amount of={paid} />,
    sources: nameSources(view),
    received: <Amount of={received} />,
    chain: received.chain.name,
    // The mark of a token that no list names stands once in the sentence.
    minimum: (
      <AmountText units={minimum.units} decimals={minimum.decimals} symbol={minimum.symbol} />
    ),
  }
  const isFixed = minimum.units >= received.units
  if (recipient.kind !== 'other')
    return isFixed
      ? translateRich('Pay {paid} from {sources}; you receive {received} on {chain}.', values)
      : translateRich(
          'Pay {paid} from {sources}; you receive {received} on {chain}, at least {minimum}.',
          values,
        )
  const named = { ...values, recipient: <Address value={recipient.address} canCopy={false} /> }
  if (isTransfer)
    return isFixed
      ? translateRich(
          'Send {paid} from {sources}; {recipient} receives {received} on {chain}.',
          named,
        )
      : translateRich(
          'Send {paid} from {sources}; {recipient} receives {received} on {chain}, at least {minimum}.',
          named,
        )
  return isFixed
    ? translateRich('Pay {paid} from {sources}; {recipient} receives {received} on {chain}.', named)
    : translateRich(
        'Pay {paid} from {sources}; {recipient} receives {received} on {chain}, at least {minimum}.',
        named,
      )
}

/** The chain that is paid from, or how many there are. */
function nameSources({ legs }: QuoteView): string {
  const names = [...new Set(legs.map(({ chain }) => chain.name))]
  const [only] = names
  return only !== undefined && names.length === 1
    ? only
    : translate('{count, plural, one {one chain} other {# chains}}', { count: names.length })
}

function Amount(props: {
  of: { units: bigint; decimals: number; symbol: string; isUnlisted?: true }
}) {
  const { units, decimals, symbol, isUnlisted } = props.of
  return <AmountText {...{ units, decimals, symbol, isUnlisted }} />
}
