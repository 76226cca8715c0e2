import type { QuoteProblem } from './quoteProblem.ts'
import { type Chosen, chosenAsset } from './assetChoices.ts'
import { type MissingAccount, shortage, type SwapForm } from './swapForm.ts'

/** What the main button does when it can be pressed. */
export type SwapAction = 'connect' | 'review' | 'refresh' | 'accept' | 'send'

/** The one thing to do or wait for next: a label, and why if nothing can be pressed. */
export type SwapReason = { label: string; action: SwapAction | undefined; note?: string }

/** What the button depends on beside the form. */
export type SwapSituation = {
  form: SwapForm
  isConnected: boolean
  isConnecting: boolean
  isOffline: boolean
  quote: 'none' | 'asking' | 'there' | 'expired'
  problem: QuoteProblem | undefined
  /** A risk that has to be accepted first is not. */
  needsConfirmation: boolean
  /** Blocked by the verifier. */
  isMismatch: boolean
}

/**
 * One reason at a time, the first that applies: the order in which a person can do something about
 * it. Source: pages, "Swap and transfer".
 */
export function swapReason(situation: SwapSituation): SwapReason {
  return (
    reasonToConnect(situation) ??
    reasonToFill(situation.form) ??
    reasonToWait(situation) ?? {
      label: situation.form.isTransfer ? 'Review transfer' : 'Review swap',
      action: 'review',
    }
  )
}

function reasonToConnect(situation: SwapSituation): SwapReason | undefined {
  if (situation.isConnecting) return { label: 'Reconnecting the wallet', action: undefined }
  return situation.isConnected ? undefined : { label: 'Connect a wallet', action: 'connect' }
}

function reasonToFill(form: SwapForm): SwapReason | undefined {
  const { from, to, amount, recipient } = form
  if (!from) return blocked('Choose what to pay with')
  if (!to) return blocked('Choose what to receive')
  if (form.missing) return reasonToConnectToo(form.missing, { from, to })
  if (form.amountProblem !== undefined) return blocked('Check the amount', form.amountProblem)
  if (amount === undefined || amount === 0n) return blocked('Enter an amount')
  if (recipient.kind === 'problem') return blocked('Check the recipient', recipient.text)
  if (form.isStill) return reasonToSend(from, recipient)
  if (shortage(form) === undefined) return undefined
  const { units, symbol } = chosenAsset(from)
  return blocked(units === 0n ? `No ${symbol} to pay with` : `Not enough ${symbol}`)
}

/** Nothing would move: the same asset goes to somebody else, or to another chain. */
function reasonToSend(from: Chosen, recipient: SwapForm['recipient']): SwapReason {
  const { symbol } = chosenAsset(from)
  const note =
    recipient.kind === 'other'
      ? `That is your own account on the same chain: it has this ${symbol} already.`
      : `You pay and receive the same ${symbol}. Name a recipient, or the chain to receive it on.`
  return { label: `Send ${symbol} to somebody`, action: 'send', note }
}

/** The other kind of wallet is missing. Source: pages, "Onboarding and wallets". */
function reasonToConnectToo(
  { kind, to: purpose }: MissingAccount,
  { from, to }: { from: Chosen; to: Chosen },
): SwapReason {
  const label = kind === 'evm' ? 'Connect an EVM wallet' : 'Connect a Solana wallet'
  const account = kind === 'evm' ? 'an account on EVM chains' : 'a Solana account'
  const note =
    purpose === 'pay'
      ? `${chosenAsset(from).symbol} is paid from ${account}.`
      : `${chosenAsset(to).symbol} arrives in ${account}: yours, or that of a recipient.`
  return { label, action: 'connect', note }
}

function reasonToWait(situation: SwapSituation): SwapReason | undefined {
  const { quote, problem } = situation
  if (situation.isOffline) return blocked('Offline', 'Quotes are paused until you are back online.')
  if (problem) return { label: problem.button, action: problem.action, note: problem.title }
  if (situation.isMismatch)
    return blocked('This quote cannot be signed', 'It did not pass its checks in this browser.')
  if (quote === 'expired') return { label: 'Get a new quote', action: 'refresh' }
  if (quote === 'none' || quote === 'asking') return blocked('Finding a route')
  if (situation.needsConfirmation)
    return {
      label: 'Confirm the warning first',
      action: 'accept',
      note: 'Accept it beside the quote to go on.',
    }
  return undefined
}

function blocked(label: string, note?: string): SwapReason {
  return { label, action: undefined, ...(note === undefined ? {} : { note }) }
}
