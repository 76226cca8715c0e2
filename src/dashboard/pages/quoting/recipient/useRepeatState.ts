import { type AccountAddress, isSameAddress, parseRecipient } from '#protocol/ids/caip.ts'
import { useKnownRecipients } from './useKnownRecipients.ts'

/** What a link inside the app leaves in the browser's history for the form it opens. */
export type RepeatState = { entered: readonly string[] }

/**
 * Returns the state of a link that repeats an execution: its recipient counts as entered here if it
 * is saved, was paid from here, or is the user's own. A recipient that only the service names stays
 * one to be confirmed, and so does every link from elsewhere. Source: security rule 37.
 *
 * @param recipientAccount - As the link has it; undefined where it names nobody.
 */
export function useRepeatState(recipientAccount: string | undefined): RepeatState | undefined {
  return buildRepeatState(recipientAccount, useKnownRecipients().all)
}

/** Like {@link useRepeatState}, with the recipients that only the user can add to. */
export function buildRepeatState(
  recipientAccount: string | undefined,
  known: readonly AccountAddress[],
): RepeatState | undefined {
  if (recipientAccount === undefined) return undefined
  const address = parseRecipient(recipientAccount)?.address
  return address !== undefined && known.some((one) => isSameAddress(one, address))
    ? { entered: [recipientAccount] }
    : undefined
}
