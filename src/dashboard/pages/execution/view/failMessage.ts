import { isKnownFailReason } from '#protocol/status/failReason.ts'
import {
  describeFailReason,
  type FailFacts,
} from '#dashboard/review/messages/describeFailReason.ts'
import type { FailReasonCopy, NextAction } from '#dashboard/review/messages/failReasonCopy.ts'
import { translate } from '../../../language/translate.ts'

/** Returns the message for a fail reason; an unknown reason is shown as received. */
export function buildFailMessage(reason: string, facts: FailFacts): FailReasonCopy {
  if (isKnownFailReason(reason)) return describeFailReason(reason, facts)
  return {
    ...describeFailReason('UNKNOWN', facts),
    body: translate('The service gave a reason this app doesn’t recognize: {reason}.', {
      reason,
    }),
  }
}

/** Labels of the next actions. */
export const actionLabels = {
  copyDetails: translate('Copy details for support'),
  requote: translate('Get a new quote'),
  lowerAmount: translate('Try a smaller amount'),
  raiseAmount: translate('Increase the amount'),
  editAsset: translate('Choose another asset'),
  receive: translate('Receive'),
  resign: translate('Sign again'),
  accounts: translate('Choose accounts'),
  editCall: translate('Edit the call'),
} satisfies Record<NextAction, string>
