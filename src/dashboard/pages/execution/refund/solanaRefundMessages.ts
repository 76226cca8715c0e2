import type { RefundError, RefundStatus } from '#chains/solana/orders/ownRefund.ts'
import { translate } from '../../../language/translate.ts'
import { type RefundErrorMessage, describeRefundRevert } from './refund.ts'

/** Returns the message for a refund that was rejected before signing. */
export function describeRefundRejection(error: RefundError, chainName: string): RefundErrorMessage {
  switch (error.error) {
    case 'settled':
      return {
        tone: 'buff',
        title: translate('The escrow no longer holds it'),
        body: translate(
          'Nothing was sent. Someone else settled it in the meantime. This page is reading the outcome from {chain}.',
          { chain: chainName },
        ),
      }
    case 'early':
      return {
        tone: 'buff',
        title: translate('Too early by {chain}’s clock', { chain: chainName }),
        body: translate('Nothing was sent. Try again in a moment.'),
      }
    case 'short':
      return {
        tone: 'buff',
        title: translate('Your account can’t pay the network fee'),
        body: translate('Nothing was sent. Send it some SOL, then reclaim the deposit.'),
      }
    case 'refused':
      return {
        tone: 'flare',
        title: translate('This would fail on {chain}', { chain: chainName }),
        body: translate('Nothing was sent: {why}. The escrow still holds your deposit.', {
          why: error.why,
        }),
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
    title: translate('{chain} didn’t include it in time', { chain: chainName }),
    body: translate(
      'The transaction expired. Nothing moved and no fee was paid. Try reclaiming it again.',
    ),
  }
}
