import { SigningError } from '#dashboard/wallets/errors/signingError.ts'

import { translate } from '../../../language/translate.ts'

/** Message for a refund that failed. */
export type RefundErrorMessage = { tone: 'buff' | 'flare'; title: string; body: string }

/** State of one refund, as its row shows it. */
export type RefundState = {
  /** Whether a wallet that can send it is connected. */
  isConnected: boolean
  /** Set if the user's key holds less than the fee may take, in the coin's smallest units. */
  shortage: GasShortage | undefined
  /** Once `sent`, the deposit leaves the list when the chain shows the refund. */
  step: 'idle' | 'asking' | 'sent'
  /** 0x hash or base58 signature. */
  hash: string | undefined
  error: RefundErrorMessage | undefined
  start: () => void
}

/** What a refund may cost its sender, and what the sender holds. */
export type GasShortage = {
  address: string
  needed: bigint
  held: bigint
  /** The part of `needed` that stays in the account, on chains with a minimum balance. */
  kept?: bigint
}

/** Returns the message for a refund that was included and reverted. */
export function describeRefundRevert(chainName: string): RefundErrorMessage {
  return {
    tone: 'flare',
    title: translate('Reverted on {chain}', { chain: chainName }),
    body: translate('The escrow still holds your deposit. Try reclaiming it again.'),
  }
}

/** Returns the message for an error of the wallet or the chain. */
export function describeRefundError(error: Error | undefined): RefundErrorMessage | undefined {
  if (error === undefined) return undefined
  if (error instanceof SigningError && error.code === 'REJECTED')
    return {
      tone: 'buff',
      title: translate('You declined in the wallet'),
      body: translate('Nothing was sent. The escrow still holds your deposit.'),
    }
  return {
    tone: 'flare',
    title: translate('Not sent'),
    body: `${error.message} ${translate('The escrow still holds your deposit.')}`,
  }
}
