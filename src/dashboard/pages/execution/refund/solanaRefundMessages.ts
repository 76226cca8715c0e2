import type { RefundError, RefundStatus } from '#chains/solana/orders/ownRefund.ts'
import { translate } from '../../../language/translate.ts'
import { type RefundErrorMessage, describeRefundRevert } from './refund.ts'

/** Returns the message for a refund that was rejected before signing. */
export function describeRefundRejection(error: RefundError, chainName: string): RefundErrorMessage {
  switch (error.error) {
    case 'settled':
      return {
        tone: 'buff',
        title: translate('The escrow does not hold it any more'),
        body: translate(
          'Nothing was sent. Somebody else had it settled meanwhile; this page reads from {chain} how.',
          { chain: chainName },
        ),
      }
    case 'early':
      return {
        tone: 'buff',
        title: translate('By the clock of {chain} it is too early', { chain: chainName }),
        body: translate('Nothing was sent. The escrow gives it back a moment later.'),
      }
    case 'short':
      return {
        tone: 'buff',
        title: translate('Your account cannot pay the fee'),
        body: translate('Nothing was sent. Send it some SOL, then take the deposit back.'),
      }
    case 'refused':
      return {
        tone: 'flare',
        title: translate('{chain} would refuse it', { chain: chainName }),
        body: translate('Nothing was sent: {why}. The escrow still holds the deposit for you.', {
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
    title: translate('{chain} did not take it in time', { chain: chainName }),
    body: translate(
      'The transaction has expired and cannot land any more: nothing moved and no fee was paid. Take it back again.',
    ),
  }
}
