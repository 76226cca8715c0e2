import { buildUnknownChain } from '../../../components/flow/chainIdentity.ts'
import type { Formats } from '../../../components/amounts/createFormats.ts'
import { formatDuration } from '../../../components/status/formatTime.ts'
import type { ExecutionView } from '../view/executionView.ts'
import type { PictureContent } from './drawPicture.ts'

/** Chooses what is on the picture of an execution; an address only if it is asked for. */
export function buildPicture(
  view: ExecutionView,
  options: { formats: Formats; hasAmounts: boolean; hasRecipient: boolean },
): PictureContent {
  const { formats, hasAmounts, hasRecipient } = options
  const { legs, received, paid, fees, startedAtMs, endedAtMs, recipient, type } = view
  const took =
    startedAtMs !== undefined && endedAtMs !== undefined
      ? `Took ${formatDuration(endedAtMs - startedAtMs)}`
      : 'Done'
  return {
    title: buildTitle({
      verb: type === 'TRANSFER' ? 'Sent' : 'Swapped',
      paid: paid && (hasAmounts ? formats.asset(paid) : paid.symbol),
      received: type === 'TRANSFER' ? undefined : received?.symbol,
    }),
    legs: legs.map((leg) => ({
      text: hasAmounts ? formats.asset(leg) : leg.symbol,
      valueUsd: leg.valueUsd,
      chain: leg.chain,
    })),
    received: {
      text: received ? (hasAmounts ? formats.asset(received) : received.symbol) : '',
      chain: received?.chain ?? buildUnknownChain('unknown'),
    },
    feesUsd: fees?.valueUsd ?? 0,
    footer:
      hasRecipient && recipient !== undefined
        ? `${took}, to ${recipient}`
        : `${took}, on one balance`,
  }
}

function buildTitle(of: {
  verb: string
  paid: string | undefined
  received: string | undefined
}): string {
  return `${of.verb} ${of.paid ?? ''}${of.received === undefined ? '' : ` for ${of.received}`}`
}
