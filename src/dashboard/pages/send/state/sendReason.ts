import type { QuoteErrorMessage } from '../../quoting/describeQuoteError.ts'
import type { SendForm } from './sendForm.ts'

/** Label and action of the main button; without an action, the note says why. */
export type SendReason = {
  label: string
  action: 'connect' | 'review' | 'refresh' | 'accept' | undefined
  note?: string
}

/** The form, and everything else that the button depends on. */
export type SendSituation = {
  form: SendForm
  isAll: boolean
  isConnected: boolean
  isConnecting: boolean
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
  const { isConnecting, isConnected, form } = situation
  if (isConnecting) return { label: 'Reconnecting the wallet', action: undefined }
  if (!isConnected) return { label: 'Connect a wallet', action: 'connect' }
  return (
    getRecipientReason(form) ??
    getAmountReason(situation) ??
    getWaitReason(situation) ?? { label: 'Review transfer', action: 'review' }
  )
}

function getRecipientReason({ recipient }: SendForm): SendReason | undefined {
  switch (recipient.kind) {
    case 'none':
      return buildBlocked('Enter who gets it')
    case 'invalid':
      return buildBlocked('Check the recipient', recipient.text)
    case 'valid':
      return recipient.poisoning?.level === 'block'
        ? buildBlocked('This is a look-alike address', 'Use the address that you know.')
        : undefined
  }
}

function getAmountReason({ form, isAll }: SendSituation): SendReason | undefined {
  const { asset, missing, amount, amountError, shortage } = form
  if (!asset) return buildBlocked('Choose what to send')
  const { symbol } = asset
  if (missing)
    return {
      label: missing === 'evm' ? 'Connect an EVM wallet' : 'Connect a Solana wallet',
      action: 'connect',
      note: `${symbol} is sent from ${missing === 'evm' ? 'an account on EVM chains' : 'a Solana account'}.`,
    }
  if (asset.units === 0n) return buildBlocked(`You have no ${symbol}`)
  if (isAll)
    return asset.units === undefined
      ? buildBlocked('Reading your balance', 'To send everything it has to be known.')
      : undefined
  if (amountError !== undefined) return buildBlocked('Check the amount', amountError)
  if (amount === undefined || amount === 0n) return buildBlocked('Enter an amount')
  return shortage === undefined ? undefined : buildBlocked(`Not enough ${symbol}`)
}

function getWaitReason(situation: SendSituation): SendReason | undefined {
  const { quote, error } = situation
  if (situation.isOffline)
    return buildBlocked('Offline', 'Nothing can be sent until you are back online.')
  if (error) return { label: error.button, action: error.action, note: error.title }
  if (situation.isMismatch)
    return buildBlocked('This cannot be signed', 'It did not pass its checks in this browser.')
  if (quote === 'expired') return { label: 'Ask again what it costs', action: 'refresh' }
  if (quote !== 'there') return buildBlocked('Working out what it costs')
  if (situation.needsConfirmation)
    return {
      label: 'Confirm the warning first',
      action: 'accept',
      note: 'Accept it beside the form to go on.',
    }
  return undefined
}

function buildBlocked(label: string, note?: string): SendReason {
  return { label, action: undefined, ...(note === undefined ? {} : { note }) }
}
