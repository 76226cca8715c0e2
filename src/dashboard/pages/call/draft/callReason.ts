import type { FormGap } from './callForm.ts'

/** What the main button says, what it does, and why it may do nothing. */
export type CallReason = {
  label: string
  /** Undefined: nothing until the reason is gone. */
  action: 'connect' | 'prepare' | undefined
  note: string | undefined
  isBad: boolean
}

/** The one reason that matters now, most basic first. */
export function getCallReason(state: {
  isConnected: boolean
  isConnecting: boolean
  /** A Solana account is connected: it can pay, and makes no calls. */
  hasSolana: boolean
  isOffline: boolean
  gap: FormGap | undefined
}): CallReason {
  const label = 'Prepare operation'
  const plain = { label, isBad: false }
  if (state.isConnecting) return { ...plain, action: undefined, note: 'Connecting to your wallet.' }
  if (!state.isConnected)
    return state.hasSolana
      ? {
          label: 'Connect an EVM wallet',
          action: 'connect',
          note: 'Its account makes the calls; your Solana account can pay for them.',
          isBad: false,
        }
      : { label: 'Connect a wallet', action: 'connect', note: undefined, isBad: false }
  if (state.gap)
    return { ...plain, action: undefined, note: state.gap.message, isBad: !state.gap.isMissing }
  if (state.isOffline)
    return { ...plain, action: undefined, note: 'You are offline. The form is kept.' }
  return { ...plain, action: 'prepare', note: 'You see and sign the result next.' }
}
