import { translate } from '../../../language/translate.ts'
import type { QuoteErrorMessage } from '../../quoting/describeQuoteError.ts'
import { type ChosenAsset, getChosenAsset } from '../../quoting/assets/assetChoices.ts'
import { emptyReason } from '../../quoting/emptyReason.ts'
import type { UnlistedProblem } from './unlistedReason.ts'
import { type MissingAccount, getShortage, type SwapForm } from './swapForm.ts'

/** Action of the main button. */
export type SwapAction = 'connect' | 'fund' | 'review' | 'refresh' | 'accept' | 'send' | 'pair'

/** Label and action of the main button; without an action, the note says why. */
export type SwapReason = { label: string; action: SwapAction | undefined; note?: string }

/** The form, and everything else that the button depends on. */
export type SwapSituation = {
  form: SwapForm
  /** Why the form's token that no list names is not asked for. */
  unlisted?: UnlistedProblem | undefined
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
export function getSwapReason(situation: SwapSituation): SwapReason {
  return (
    getConnectReason(situation) ??
    getUnlistedReason(situation.unlisted) ??
    getFillReason(situation) ??
    getWaitReason(situation) ?? {
      label: situation.form.isTransfer ? translate('Review transfer') : translate('Review swap'),
      action: 'review',
    }
  )
}

function getConnectReason(situation: SwapSituation): SwapReason | undefined {
  if (situation.isConnecting)
    return { label: translate('Reconnecting the wallet'), action: undefined }
  return situation.isConnected
    ? undefined
    : { label: translate('Connect a wallet'), action: 'connect' }
}

function getUnlistedReason(problem: UnlistedProblem | undefined): SwapReason | undefined {
  return problem && { label: problem.short, action: problem.action, note: problem.sentence }
}

function getFillReason({ form, isEmpty }: SwapSituation): SwapReason | undefined {
  const { from, to, amount, recipient } = form
  if (!from) return buildBlocked(translate('Choose what to pay with'))
  if (!to) return buildBlocked(translate('Choose what to receive'))
  if (from.asset.members.length === 0)
    return buildBlocked(
      translate('Choose a chain to pay from'),
      translate('Every chain with {symbol} is excluded.', { symbol: from.asset.symbol }),
    )
  if (form.missing) return getOtherWalletReason(form.missing, { from, to })
  if (isEmpty) return emptyReason
  if (form.amountError !== undefined)
    return buildBlocked(translate('Check the amount'), form.amountError)
  if (amount === undefined || amount === 0n) return buildBlocked(translate('Enter an amount'))
  if (recipient.kind === 'invalid')
    return buildBlocked(translate('Check the recipient'), recipient.text)
  if (form.isNoop) return getSendReason(from, recipient)
  if (getShortage(form) === undefined) return undefined
  const { units, symbol } = getChosenAsset(from)
  return buildBlocked(
    units === 0n
      ? translate('No {symbol} to pay with', { symbol })
      : translate('Not enough {symbol}', { symbol }),
  )
}

/** Nothing would move: suggests sending the asset to another recipient or chain. */
function getSendReason(from: ChosenAsset, recipient: SwapForm['recipient']): SwapReason {
  const { symbol } = getChosenAsset(from)
  const note =
    recipient.kind === 'other'
      ? translate('That’s your own account on the same chain. It already has this {symbol}.', {
          symbol,
        })
      : translate(
          'You pay and receive the same {symbol}. Choose a recipient or a destination chain.',
          { symbol },
        )
  return { label: translate('Send {symbol} to someone', { symbol }), action: 'send', note }
}

/** Asks for the other kind of wallet. Source: pages, "Onboarding and wallets". */
function getOtherWalletReason(
  { kind, to: purpose }: MissingAccount,
  { from, to }: { from: ChosenAsset; to: ChosenAsset },
): SwapReason {
  const label =
    kind === 'evm' ? translate('Connect an EVM wallet') : translate('Connect a Solana wallet')
  return { label, action: 'connect', note: describeOtherWallet(kind, purpose, { from, to }) }
}

function describeOtherWallet(
  kind: MissingAccount['kind'],
  purpose: MissingAccount['to'],
  { from, to }: { from: ChosenAsset; to: ChosenAsset },
): string {
  const { symbol } = getChosenAsset(purpose === 'pay' ? from : to)
  if (purpose === 'pay')
    return kind === 'evm'
      ? translate('{symbol} is paid from an EVM account.', { symbol })
      : translate('{symbol} is paid from a Solana account.', { symbol })
  return kind === 'evm'
    ? translate('{symbol} goes to an EVM account: yours or a recipient’s.', {
        symbol,
      })
    : translate('{symbol} goes to a Solana account: yours or a recipient’s.', { symbol })
}

function getWaitReason(situation: SwapSituation): SwapReason | undefined {
  const { quote, error } = situation
  if (situation.isOffline)
    return buildBlocked(
      translate('Offline'),
      translate('Quotes are paused until you’re back online.'),
    )
  if (error) return { label: error.button, action: error.action, note: error.title }
  if (situation.isMismatch)
    return buildBlocked(
      translate('This quote can’t be signed'),
      translate('It failed its checks in this browser.'),
    )
  if (quote === 'expired') return { label: translate('Get a new quote'), action: 'refresh' }
  if (quote === 'none' || quote === 'asking') return buildBlocked(translate('Finding a route'))
  if (situation.needsConfirmation)
    return {
      label: translate('Confirm the warning'),
      action: 'accept',
      note: translate('Check its box to continue.'),
    }
  return undefined
}

function buildBlocked(label: string, note?: string): SwapReason {
  return { label, action: undefined, ...(note === undefined ? {} : { note }) }
}
