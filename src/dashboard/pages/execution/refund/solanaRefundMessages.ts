import type { RefundError, RefundStatus } from '#chains/solana/orders/ownRefund.ts'
import { type RefundErrorMessage, describeRefundRevert } from './refund.ts'

/** Returns the message for a refund that was rejected before signing. */
export function describeRefundRejection(error: RefundError, chainName: string): RefundErrorMessage {
  switch (error.error) {
    case 'settled':
      return {
        tone: 'buff',
        title: 'The escrow does not hold it any more',
        body: `Nothing was sent. Somebody else had it settled meanwhile; this page reads from ${chainName} how.`,
      }
    case 'early':
      return {
        tone: 'buff',
        title: `By the clock of ${chainName} it is too early`,
        body: 'Nothing was sent. The escrow gives it back a moment later.',
      }
    case 'short':
      return {
        tone: 'buff',
        title: 'Your account cannot pay the fee',
        body: 'Nothing was sent. Send it some SOL, then take the deposit back.',
      }
    case 'refused':
      return {
        tone: 'flare',
        title: `${chainName} would refuse it`,
        body: `Nothing was sent: ${error.why}. The escrow still holds the deposit for you.`,
      }
  }
}

/** Returns the message for a sent refund that failed or expired; undefined otherwise. */
export function describeRefundStatus(
  status: RefundStatus | undefined,
  chainName: string,
): RefundErrorMessage | undefined {
  if (status === 'failed') return describeRefundRevert(chainName)
  if (status !== 'expired') return undefined
  return {
    tone: 'buff',
    title: `${chainName} did not take it in time`,
    body: 'The transaction has expired and cannot land any more: nothing moved and no fee was paid. Take it back again.',
  }
}
