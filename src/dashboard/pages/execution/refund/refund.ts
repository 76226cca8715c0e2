import { SigningError } from '#dashboard/wallets/requests/signingError.ts'

/** Why a deposit was not taken back, in words. */
export type RefundErrorMessage = { tone: 'buff' | 'flare'; title: string; body: string }

/** Taking one deposit back from the escrow, as its row shows it. */
export type RefundState = {
  /** Whether there is a wallet that can send it. */
  isConnected: boolean
  /** Set when the own key holds less than the chain's fee may take: in the coin's smallest units. */
  shortage: GasShortage | undefined
  /** Once `sent`, the deposit leaves the list when the chain shows it as given back. */
  step: 'idle' | 'asking' | 'sent'
  /** 0x hash or base58 signature. */
  hash: string | undefined
  error: RefundErrorMessage | undefined
  start: () => void
}

/** What a refund may take of its sender, and what the sender holds. */
export type GasShortage = {
  address: string
  needed: bigint
  held: bigint
  /** What of it stays in the account, where one has to hold something. */
  kept?: bigint
}

const stillHeld = 'The escrow still holds the deposit for you.'

/** That a chain took a refund and it failed. */
export function describeRefundRevert(chainName: string): RefundErrorMessage {
  return {
    tone: 'flare',
    title: `${chainName} refused it`,
    body: `${stillHeld} It can be taken back again.`,
  }
}

/** What an error of the wallet or of a chain means for a refund. */
export function describeRefundError(failure: Error | undefined): RefundErrorMessage | undefined {
  if (failure === undefined) return undefined
  if (failure instanceof SigningError && failure.code === 'REJECTED')
    return {
      tone: 'buff',
      title: 'You declined in the wallet',
      body: `Nothing was sent. ${stillHeld}`,
    }
  return { tone: 'flare', title: 'It was not sent', body: `${failure.message} ${stillHeld}` }
}
