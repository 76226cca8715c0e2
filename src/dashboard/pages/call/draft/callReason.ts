import { translate } from '../../../language/translate.ts'
import type { FormGap } from './callForm.ts'

/** The main button's label and action, or why it is disabled. */
export type CallReason = {
  label: string
  /** Undefined while the button is disabled. */
  action: 'connect' | 'prepare' | undefined
  note: string | undefined
  isBad: boolean
}

/** Returns the one reason that applies now, the most basic first. */
export function getCallReason(state: {
  isConnected: boolean
  isConnecting: boolean
  /** Whether a Solana account is connected: it can pay, but not make calls. */
  hasSolana: boolean
  isOffline: boolean
  gap: FormGap | undefined
  /** The call that reverts now, counted from 1. */
  reverting: number | undefined
}): CallReason {
  const label = translate('Prepare operation')
  const plain = { label, isBad: false }
  if (state.isConnecting)
    return { ...plain, action: undefined, note: translate('Connecting to your wallet.') }
  if (!state.isConnected)
    return state.hasSolana
      ? {
          label: translate('Connect an EVM wallet'),
          action: 'connect',
          note: translate('Its account makes the calls. Your Solana account can pay for them.'),
          isBad: false,
        }
      : { label: translate('Connect a wallet'), action: 'connect', note: undefined, isBad: false }
  if (state.gap)
    return { ...plain, action: undefined, note: state.gap.message, isBad: !state.gap.isMissing }
  if (state.isOffline)
    return {
      ...plain,
      action: undefined,
      note: translate('You’re offline. Your entries are kept.'),
    }
  if (state.reverting !== undefined)
    return {
      label: translate('Call {number} would revert', { number: String(state.reverting) }),
      action: undefined,
      note: translate('Change it, or simulate again.'),
      isBad: true,
    }
  return { ...plain, action: 'prepare', note: translate('Next, you review and sign the result.') }
}
