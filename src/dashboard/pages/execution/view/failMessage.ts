import { isKnownFailReason } from '#protocol/status/failReason.ts'
import {
  failReasonCopy,
  type FailReasonCopy,
  type NextAction,
} from '#dashboard/review/messages/failReasonCopy.ts'

/** What went wrong, and what to do next. */
export type FailMessage = { title: string; body: string; action: NextAction }

/** Values for the placeholders of the copy; unknown ones get a general term. */
export type FailMessageFacts = {
  type: string
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
        title: `Something stopped this ${facts.type}`,
        body: `The service named a reason that this app does not know: ${reason}.`,
        action: 'copyDetails',
      }
  const values: Record<string, string | undefined> = {
    type: facts.type,
    limit: facts.limit ?? 'slippage',
    minimum: facts.minimum ?? 'your minimum',
    origin: facts.origin ?? 'another asset',
    destinationChain: facts.destinationChain ?? 'the destination',
    account: 'Your account',
    validUntil: 'its deadline',
    native: 'of the native coin',
  }
  return {
    title: fillPlaceholders(copy.title, values),
    body: fillPlaceholders(copy.body, values),
    action: copy.action,
  }
}

function fillPlaceholders(text: string, values: Record<string, string | undefined>): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)
}

/** Labels of the next actions. */
export const actionLabels = {
  copyDetails: 'Copy details for support',
  requote: 'Get a new quote',
  lowerAmount: 'Try a smaller amount',
  raiseAmount: 'Raise the amount',
  editAsset: 'Choose another asset',
  receive: 'Receive',
  resign: 'Sign again',
  accounts: 'Choose accounts',
  editCall: 'Edit the call',
} satisfies Record<NextAction, string>
