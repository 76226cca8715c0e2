import { ChainGlyph } from '../../components/flow/ChainGlyph.tsx'
import { Coin } from '../../components/flow/Coin.tsx'
import { buildUnknownChain } from '../../components/flow/chainIdentity.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { RouteFlow } from '../../components/flow/RouteFlow.tsx'
import type { CallView } from './view/callView.ts'
import type { ExecutionView } from './view/executionView.ts'

/** The execution as a Sankey diagram: only what was seen on a chain is solid. */
export function ExecutionFlow(props: ExecutionFlow.Props) {
  const { view } = props
  const { legs, received, isDelivered, hasFailed, isCancelled, destinationState, call } = view
  const formats = useFormats()
  const chain = received?.chain ?? legs[0]?.chain ?? buildUnknownChain('unknown')
  const words = legs.map(
    (leg) => `${formats.asset(leg)} from ${leg.chain.name}: ${leg.stateLabel.toLowerCase()}`,
  )
  const targetText = call
    ? `The call on ${chain.name} ${isDelivered ? 'has run' : hasFailed || isCancelled ? 'did not run' : 'waits'}`
    : received
      ? `${formats.asset(received)} on ${chain.name} ${isDelivered ? 'delivered' : hasFailed || isCancelled ? 'not delivered' : 'on its way'}`
      : 'The destination is not known here'
  const fees = view.fees
    ? ` Fees: ${view.fees.parts.map((fee) => formats.asset(fee)).join(' and ')}.`
    : ''
  return (
    <RouteFlow
      size="lg"
      label={`${words.join(', ')}. ${targetText}.${fees}`}
      legs={legs.map((leg) => ({
        chain: leg.chain,
        valueUsd: leg.valueUsd,
        state: leg.state,
        stateLabel: leg.stateLabel,
        ...(leg.crest === undefined ? {} : { crest: leg.crest }),
        amount: formats.amount(leg.units, { decimals: leg.decimals }),
        symbol: leg.symbol,
      }))}
      destination={{ chain, state: destinationState }}
      feeUsd={view.fees?.valueUsd ?? 0}
      feeState={isDelivered ? 'done' : 'planned'}
      hasFailed={hasFailed}
      targetLines={[`${(received ?? legs[0])?.symbol ?? ''} minimum on ${chain.name}`]}
      targetLabel={call ? <CallTarget view={view} call={call} /> : <ReceivedTarget view={view} />}
    />
  )
}

export declare namespace ExecutionFlow {
  type Props = { view: ExecutionView }
}

/** A call has no output: what is lent is used up in it. */
function CallTarget(props: { view: ExecutionView; call: CallView }) {
  const { call, view } = props
  const { isDelivered, hasFailed, legs } = view
  const formats = useFormats()
  const lent = call.lent.map((amount) => formats.asset(amount))
  return (
    <div className="flex items-start gap-3.5">
      <ChainGlyph chain={call.chain} size={44} />
      <div className="min-w-0">
        <div className={`text-lg leading-7 font-semibold ${hasFailed ? 'text-ink-3' : ''}`}>
          {isDelivered ? 'Your call has run' : hasFailed ? 'Your call did not run' : 'Your call'}
        </div>
        <div className="text-sm text-ink-3">
          on {call.chain.name}
          {lent.length > 0 && !hasFailed && `, with ${lent.join(' and ')}`}
        </div>
        {!hasFailed && !isDelivered && (
          <div className="mt-1 text-sm font-medium text-ink-3">
            {view.isCancelled
              ? 'Given up, the refund is next'
              : legs.every(({ state }) => state === 'done')
                ? 'The call is next'
                : 'Waiting for the deposits'}
          </div>
        )}
      </div>
    </div>
  )
}

function ReceivedTarget(props: { view: ExecutionView }) {
  const { received, minimum, isDelivered, hasFailed, isCancelled, legs } = props.view
  const formats = useFormats()
  if (!received) return <span className="text-sm text-ink-3">Destination not known</span>
  const shown = isDelivered ? received : (minimum ?? received)
  const amount = formats.amount(shown.units, { decimals: shown.decimals })
  return (
    <div className="flex items-start gap-3.5">
      <Coin symbol={received.symbol} size={44} chain={received.chain} />
      <div className="min-w-0">
        <div
          className={`num leading-7 font-semibold ${amount.length > 12 ? 'text-lg' : 'text-xl'} ${hasFailed ? 'text-ink-3' : ''}`}
        >
          {hasFailed ? 'Not delivered' : amount}
        </div>
        <div className="text-sm text-ink-3">
          {received.symbol} {isDelivered || hasFailed ? '' : 'minimum '}on {received.chain.name}
        </div>
        {!hasFailed && (
          <div className={`mt-1 text-sm font-medium ${isDelivered ? 'text-reed' : 'text-ink-3'}`}>
            {isDelivered
              ? 'Delivered'
              : isCancelled
                ? 'Given up, the refund is next'
                : legs.every(({ state }) => state === 'done')
                  ? 'Delivery is next'
                  : 'Waiting for the deposits'}
          </div>
        )}
      </div>
    </div>
  )
}
