import { translate } from '../../../language/translate.ts'
import type { QuoteErrorMessage } from '../../quoting/describeQuoteError.ts'
import { emptyReason } from '../../quoting/emptyReason.ts'
import type { SendForm } from './sendForm.ts'

/** Label and action of the main button; without an action, the note says why. */
export type SendReason = {
  label: string
  action: 'connect' | 'fund' | 'review' | 'refresh' | 'accept' | undefined
  note?: string
}

/** The form, and everything else that the button depends on. */
export type SendSituation = {
  form: SendForm
  isAll: boolean
  isConnected: boolean
  isConnecting: boolean
  /** Whether nothing is held of any asset. */
  isEmpty: boolean
  isOffline: boolean
  quote: 'none' | 'asking' | 'there' | 'expired'
  error: QuoteErrorMessage | undefined
  /** Whether a risk has to be accepted first. */
  needsConfirmation: boolean
  /** Whether the verifier blocks the quote. */
  isMismatch: boolean
}

/**
 * Returns the first reason that applies, in the order in which the user can resolve them.
 * Source: pages, "Swap and transfer".
 */
export function getSendReason(situation: SendSituation): SendReason {
  const { isConnecting, isConnected, isEmpty, form } = situation
  if (isConnecting) return { label: translate('Reconnecting the wallet'), action: undefined }
  if (!isConnected) return { label: translate('Connect a wallet'), action: 'connect' }
  if (isEmpty && form.missing === undefined) return emptyReason
  return (
    getRecipientReason(form) ??
    getAmountReason(situation) ??
    getWaitReason(situation) ?? { label: translate('Review transfer'), action: 'review' }
  )
}

function getRecipientReason({ recipient }: SendForm): SendReason | undefined {
  switch (recipient.kind) {
    case 'none':
      return buildBlocked(translate('Enter a recipient'))
    case 'invalid':
      return buildBlocked(translate('Check the recipient'), recipient.text)
    case 'valid':
      return recipient.poisoning?.level === 'block'
        ? buildBlocked(
            translate('This is a look-alike address'),
            translate('Use the address you know.'),
          )
        : undefined
  }
}

function getAmountReason({ form, isAll }: SendSituation): SendReason | undefined {
  const { source, missing, amount, amountError, shortage } = form
  if (!source) return buildBlocked(translate('Choose what to send'))
  const { symbol } = source
  if (source.members.length === 0)
    return buildBlocked(
      translate('Choose a chain to pay from'),
      translate('Every chain with {symbol} is excluded.', { symbol }),
    )
  if (missing)
    return {
      label:
        missing === 'evm'
          ? translate('Connect an EVM wallet')
          : translate('Connect a Solana wallet'),
      action: 'connect',
      note:
        missing === 'evm'
          ? translate('{symbol} is sent from an EVM account.', { symbol })
          : translate('{symbol} is sent from a Solana account.', { symbol }),
    }
  if (source.units === 0n) return buildBlocked(translate('You have no {symbol}', { symbol }))
  if (isAll)
    return source.units === undefined
      ? buildBlocked(
          translate('Loading your balance'),
          translate('You can send all once your balance has loaded.'),
        )
      : undefined
  if (amountError !== undefined) return buildBlocked(translate('Check the amount'), amountError)
  if (amount === undefined || amount === 0n) return buildBlocked(translate('Enter an amount'))
  return shortage === undefined
    ? undefined
    : buildBlocked(translate('Not enough {symbol}', { symbol }))
}

function getWaitReason(situation: SendSituation): SendReason | undefined {
  const { quote, error } = situation
  if (situation.isOffline)
    return buildBlocked(translate('Offline'), translate('You can send once you’re back online.'))
  if (error) return { label: error.button, action: error.action, note: error.title }
  if (situation.isMismatch)
    return buildBlocked(
      translate('This can’t be signed'),
      translate('It failed its checks in this browser.'),
    )
  if (quote === 'expired') return { label: translate('Refresh cost'), action: 'refresh' }
  if (quote !== 'there') return buildBlocked(translate('Calculating cost'))
  if (situation.needsConfirmation)
    return {
      label: translate('Confirm the warning'),
      action: 'accept',
      note: translate('Check its box to continue.'),
    }
  return undefined
}

function buildBlocked(label: string, note?: string): SendReason {
  return { label, action: undefined, ...(note === undefined ? {} : { note }) }
}
