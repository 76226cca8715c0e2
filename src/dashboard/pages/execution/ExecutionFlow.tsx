import { ChainGlyph } from '../../components/flow/ChainGlyph.tsx'
import { Coin } from '../../components/flow/Coin.tsx'
import { buildUnknownChain } from '../../components/flow/chainIdentity.ts'
import type { Formats } from '../../components/amounts/createFormats.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { UnlistedMark } from '../../components/status/UnlistedMark.tsx'
import { RouteFlow } from '../../components/flow/RouteFlow.tsx'
import { joinNames } from '../../language/joinNames.ts'
import { translate } from '../../language/translate.ts'
import type { CallView } from './view/callView.ts'
import type { ExecutionView } from './view/executionView.ts'
import type { LegWord } from './view/legState.ts'

/** The execution as a Sankey diagram: only what was seen on a chain is solid. */
export function ExecutionFlow(props: ExecutionFlow.Props) {
  const { view } = props
  const { legs, received, isDelivered, hasFailed, destinationState, call } = view
  const formats = useFormats()
  const chain = received?.chain ?? legs[0]?.chain ?? buildUnknownChain('unknown')
  const words = legs.map((leg) => describeLeg(leg.word, formats.asset(leg), leg.chain.name))
  return (
    <RouteFlow
      size="lg"
      label={[
        `${words.join(', ')}.`,
        describeTarget(view, { formats, chain: chain.name }),
        ...(view.fees
          ? [
              translate('Fees: {amounts}.', {
                amounts: joinNames(view.fees.parts.map((fee) => formats.asset(fee))),
              }),
            ]
          : []),
      ].join(' ')}
      legs={legs.map((leg) => ({
        chain: leg.chain,
        // Without a worth, the width is that of the amount.
        valueUsd: leg.valueUsd ?? Number(leg.units) / 10 ** leg.decimals,
        state: leg.state,
        stateLabel: leg.stateLabel,
        ...(leg.crest === undefined ? {} : { crest: leg.crest }),
        amount: formats.amount(leg.units, {
          decimals: leg.decimals,
        }),
        symbol: leg.symbol,
        isUnlisted: leg.isUnlisted,
      }))}
      destination={{ chain, state: destinationState }}
      feeUsd={view.fees?.totalUsd ?? 0}
      feeState={isDelivered ? 'done' : 'planned'}
      hasFailed={hasFailed}
      targetLines={[
        translate('{symbol} minimum on {chain}', {
          symbol: (received ?? legs[0])?.symbol ?? '',
          chain: chain.name,
        }),
        ...(isDelivered || hasFailed ? [] : [describeNext(view)]),
      ]}
      targetLabel={call ? <CallTarget view={view} call={call} /> : <ReceivedTarget view={view} />}
    />
  )
}

export declare namespace ExecutionFlow {
  type Props = { view: ExecutionView }
}

function describeLeg(word: LegWord, amount: string, chain: string): string {
  const of = { amount, chain }
  switch (word) {
    case 'returned':
      return translate('{amount} from {chain}: refunded', of)
    case 'settled':
      return translate('{amount} from {chain}: settled', of)
    case 'inEscrow':
      return translate('{amount} from {chain}: in escrow', of)
    case 'done':
      return translate('{amount} from {chain}: done', of)
    case 'landed':
      return translate('{amount} from {chain}: confirmed', of)
    case 'untaken':
      return translate('{amount} from {chain}: not charged', of)
    case 'notLanded':
      return translate('{amount} from {chain}: not confirmed', of)
    case 'unreadable':
      return translate('{amount} from {chain}: unavailable', of)
    case 'unseen':
      return translate('{amount} from {chain}: not seen yet', of)
  }
}

function describeTarget(view: ExecutionView, of: { formats: Formats; chain: string }): string {
  const { received, isDelivered, call } = view
  const { formats, chain } = of
  const isOff = view.hasFailed || view.isCancelled
  if (call)
    return isDelivered
      ? translate('The call on {chain} has run.', { chain })
      : isOff
        ? translate('The call on {chain} didn’t run.', { chain })
        : translate('The call on {chain} is waiting.', { chain })
  if (!received) return translate('The destination is unknown here.')
  const amount = formats.asset(received)
  return isDelivered
    ? translate('{amount} on {chain} delivered.', { amount, chain })
    : isOff
      ? translate('{amount} on {chain} not delivered.', { amount, chain })
      : translate('{amount} on {chain} in progress.', { amount, chain })
}

/** What comes next at the destination. */
function describeNext({ isCancelled, legs, call }: ExecutionView): string {
  if (isCancelled) return translate('Canceled, refund is next')
  if (!legs.every(({ state }) => state === 'done')) return translate('Your payment is next')
  return translate(call ? 'Call is next' : 'Delivery is next')
}

/** A call has no output: what is lent is used up in it. */
function CallTarget(props: { view: ExecutionView; call: CallView }) {
  const { call, view } = props
  const { isDelivered, hasFailed } = view
  const formats = useFormats()
  const lent = call.lent.map((amount) => formats.asset(amount))
  return (
    <div className="flex items-start gap-3.5">
      <ChainGlyph chain={call.chain} size={44} />
      <div className="min-w-0">
        <div className={`text-lg leading-7 font-semibold ${hasFailed ? 'text-ink-3' : ''}`}>
          {isDelivered
            ? translate('Your call has run')
            : hasFailed
              ? translate('Your call didn’t run')
              : translate('Your call')}
        </div>
        <div className="text-sm text-ink-3">
          {lent.length > 0 && !hasFailed
            ? translate('on {chain}, with {amounts}', {
                chain: call.chain.name,
                amounts: joinNames(lent),
              })
            : translate('on {chain}', { chain: call.chain.name })}
        </div>
        {!hasFailed && !isDelivered && (
          <div className="mt-1 text-sm font-medium text-ink-3">{describeNext(view)}</div>
        )}
      </div>
    </div>
  )
}

function ReceivedTarget(props: { view: ExecutionView }) {
  const { received, minimum, isDelivered, hasFailed } = props.view
  const formats = useFormats()
  if (!received)
    return <span className="text-sm text-ink-3">{translate('Destination unknown')}</span>
  const shown = isDelivered ? received : (minimum ?? received)
  const amount = formats.amount(shown.units, { decimals: shown.decimals })
  const on = { symbol: received.symbol, chain: received.chain.name }
  return (
    <div className="flex items-start gap-3.5">
      <Coin
        symbol={received.symbol}
        size={44}
        chain={received.chain}
        isUnlisted={received.isUnlisted === true}
      />
      <div className="min-w-0">
        <div
          className={`num leading-7 font-semibold ${amount.length > 12 ? 'text-lg' : 'text-xl'} ${hasFailed ? 'text-ink-3' : ''}`}
        >
          {hasFailed ? translate('Not delivered') : amount}
        </div>
        <div className="text-sm text-ink-3">
          {isDelivered || hasFailed
            ? translate('{symbol} on {chain}', on)
            : translate('{symbol} minimum on {chain}', on)}
          {received.isUnlisted && <UnlistedMark />}
        </div>
        {!hasFailed && (
          <div className={`mt-1 text-sm font-medium ${isDelivered ? 'text-reed' : 'text-ink-3'}`}>
            {isDelivered ? translate('Delivered') : describeNext(props.view)}
          </div>
        )}
      </div>
    </div>
  )
}
