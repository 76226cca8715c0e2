import { buildUnknownChain } from '../../../components/flow/chainIdentity.ts'
import type { Formats } from '../../../components/amounts/createFormats.ts'
import { formatDuration } from '../../../components/status/formatTime.ts'
import { translate } from '../../../language/translate.ts'
import { formatExecutionTitle } from '../view/executionTitle.ts'
import type { ExecutionView } from '../view/executionView.ts'
import type { PictureContent } from './drawPicture.ts'

/** Chooses what is on the picture of an execution; an address only if it is asked for. */
export function buildPicture(
  view: ExecutionView,
  options: { formats: Formats; hasAmounts: boolean; hasRecipient: boolean },
): PictureContent {
  const { formats, hasAmounts, hasRecipient } = options
  const { legs, received, fees, startedAtMs, endedAtMs, recipient } = view
  const format = hasAmounts ? formats.asset : ({ symbol }: { symbol: string }) => symbol
  return {
    title: formatExecutionTitle(view, format),
    legs: legs.map((leg) => ({
      text: format(leg),
      valueUsd: leg.valueUsd,
      chain: leg.chain,
    })),
    received: {
      text: received ? format(received) : '',
      chain: received?.chain ?? buildUnknownChain('unknown'),
    },
    feesUsd: fees?.valueUsd ?? 0,
    footer: describeEnd({
      duration:
        startedAtMs === undefined || endedAtMs === undefined
          ? undefined
          : formatDuration(endedAtMs - startedAtMs),
      recipient: hasRecipient ? recipient : undefined,
    }),
  }
}

function describeEnd(of: { duration: string | undefined; recipient: string | undefined }): string {
  const { duration, recipient } = of
  if (duration === undefined)
    return recipient === undefined
      ? translate('Done, on one balance')
      : translate('Done, to {recipient}', { recipient })
  return recipient === undefined
    ? translate('Took {duration}, on one balance', { duration })
    : translate('Took {duration}, to {recipient}', { duration, recipient })
}
