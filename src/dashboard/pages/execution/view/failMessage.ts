import { isKnownFailReason } from '#protocol/status/failReason.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import {
  failReasonCopy,
  type FailReasonCopy,
  type NextAction,
} from '#dashboard/review/messages/failReasonCopy.ts'
import { translate, translateIn } from '../../../language/translate.ts'
import { describeStop } from '../../describeStop.ts'

/** What went wrong, and what to do next. */
export type FailMessage = { title: string; body: string; action: NextAction }

/** Values for the placeholders of the copy; unknown ones get a general term. */
export type FailMessageFacts = {
  type: HistoryRecord['type']
  limit: string | undefined
  minimum: string | undefined
  origin: string | undefined
  destinationChain: string | undefined
}

/** Returns the message for a fail reason; an unknown reason is shown as received. */
export function buildFailMessage(reason: string, facts: FailMessageFacts): FailMessage {
  const copy: FailReasonCopy = isKnownFailReason(reason)
    ? failReasonCopy[reason]
    : {
        title: describeStop(facts.type),
        body: translate('The service named a reason that this app does not know: {reason}.', {
          reason,
        }),
        action: 'copyDetails',
      }
  const values: Record<string, string | undefined> = {
    limit: facts.limit ?? translateIn('a limit', 'slippage'),
    minimum: facts.minimum ?? translate('your minimum'),
    origin: facts.origin ?? translate('another asset'),
    destinationChain: facts.destinationChain ?? translate('the destination'),
    account: translate('Your account'),
    validUntil: translate('its deadline'),
    native: translate('of the native coin'),
  }
  return {
    title: reason === 'UNKNOWN' ? describeStop(facts.type) : fillPlaceholders(copy.title, values),
    body: fillPlaceholders(copy.body, values),
    action: copy.action,
  }
}

function fillPlaceholders(text: string, values: Record<string, string | undefined>): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)
}

/** Labels of the next actions. */
export const actionLabels = {
  copyDetails: translate('Copy details for support'),
  requote: translate('Get a new quote'),
  lowerAmount: translate('Try a smaller amount'),
  raiseAmount: translate('Raise the amount'),
  editAsset: translate('Choose another asset'),
  receive: translate('Receive'),
  resign: translate('Sign again'),
  accounts: translate('Choose accounts'),
  editCall: translate('Edit the call'),
} satisfies Record<NextAction, string>
