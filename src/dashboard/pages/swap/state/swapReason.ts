import type { QuoteErrorMessage } from '../../quoting/describeQuoteError.ts'
import { type ChosenAsset, getChosenAsset } from '../../quoting/assets/assetChoices.ts'
import { type MissingAccount, getShortage, type SwapForm } from './swapForm.ts'

/** Action of the main button. */
export type SwapAction = 'connect' | 'review' | 'refresh' | 'accept' | 'send'

/** Label and action of the main button; without an action, the note says why. */
export type SwapReason = { label: string; action: SwapAction | undefined; note?: string }

/** The form, and everything else that the button depends on. */
export type SwapSituation = {
  form: SwapForm
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
export function getSwapReason(situation: SwapSituation): SwapReason {
  return (
    getConnectReason(situation) ??
    getFillReason(situation.form) ??
    getWaitReason(situation) ?? {
      label: situation.form.isTransfer ? 'Review transfer' : 'Review swap',
      action: 'review',
    }
  )
}

function getConnectReason(situation: SwapSituation): SwapReason | undefined {
  if (situation.isConnecting) return { label: 'Reconnecting the wallet', action: undefined }
  return situation.isConnected ? undefined : { label: 'Connect a wallet', action: 'connect' }
}

function getFillReason(form: SwapForm): SwapReason | undefined {
  const { from, to, amount, recipient } = form
  if (!from) return buildBlocked('Choose what to pay with')
  if (!to) return buildBlocked('Choose what to receive')
  if (from.asset.members.length === 0)
    return buildBlocked(
      'Choose a chain to pay from',
      `Every chain that has ${from.asset.symbol} is left out.`,
    )
  if (form.missing) return getOtherWalletReason(form.missing, { from, to })
  if (form.amountError !== undefined) return buildBlocked('Check the amount', form.amountError)
  if (amount === undefined || amount === 0n) return buildBlocked('Enter an amount')
  if (recipient.kind === 'invalid') return buildBlocked('Check the recipient', recipient.text)
  if (form.isNoop) return getSendReason(from, recipient)
  if (getShortage(form) === undefined) return undefined
  const { units, symbol } = getChosenAsset(from)
  return buildBlocked(units === 0n ? `No ${symbol} to pay with` : `Not enough ${symbol}`)
}

/** Nothing would move: suggests sending the asset to another recipient or chain. */
function getSendReason(from: ChosenAsset, recipient: SwapForm['recipient']): SwapReason {
  const { symbol } = getChosenAsset(from)
  const note =
    recipient.kind === 'other'
      ? `That is your own account on the same chain: it has this ${symbol} already.`
      : `You pay and receive the same ${symbol}. Name a recipient, or the chain to receive it on.`
  return { label: `Send ${symbol} to somebody`, action: 'send', note }
}

/** Asks for the other kind of wallet. Source: pages, "Onboarding and wallets". */
function getOtherWalletReason(
  { kind, to: purpose }: MissingAccount,
  { from, to }: { from: ChosenAsset; to: ChosenAsset },
): SwapReason {
  const label = kind === 'evm' ? 'Connect an EVM wallet' : 'Connect a Solana wallet'
  const account = kind === 'evm' ? 'an account on EVM chains' : 'a Solana account'
  const note =
    purpose === 'pay'
      ? `${getChosenAsset(from).symbol} is paid from ${account}.`
      : `${getChosenAsset(to).symbol} arrives in ${account}: yours, or that of a recipient.`
  return { label, action: 'connect', note }
}

function getWaitReason(situation: SwapSituation): SwapReason | undefined {
  const { quote, error } = situation
  if (situation.isOffline)
    return buildBlocked('Offline', 'Quotes are paused until you are back online.')
  if (error) return { label: error.button, action: error.action, note: error.title }
  if (situation.isMismatch)
    return buildBlocked(
      'This quote cannot be signed',
      'It did not pass its checks in this browser.',
    )
  if (quote === 'expired') return { label: 'Get a new quote', action: 'refresh' }
  if (quote === 'none' || quote === 'asking') return buildBlocked('Finding a route')
  if (situation.needsConfirmation)
    return {
      label: 'Confirm the warning first',
      action: 'accept',
      note: 'Accept it beside the quote to go on.',
    }
  return undefined
}

function buildBlocked(label: string, note?: string): SwapReason {
  return { label, action: undefined, ...(note === undefined ? {} : { note }) }
}
