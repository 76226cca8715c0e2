import type { FailReason } from '#protocol/status/failReason.ts'
import { translate } from '../../language/translate.ts'

/** The next action offered for a failed execution; the page decides where it leads. */
export type NextAction =
  | 'copyDetails'
  | 'requote'
  | 'lowerAmount'
  | 'raiseAmount'
  | 'editAsset'
  | 'receive'
  | 'resign'
  | 'accounts'
  | 'editCall'

/** What went wrong, and what to do next. */
export type FailReasonCopy = { title: string; body: string; action: NextAction }

/** Texts for every fail reason where nothing more is known. */
export const failReasonCopy = {
  UNKNOWN: {
    title: translate('Something stopped this swap'),
    body: translate(
      'The service gave no reason. Check the steps below for what already happened on each chain.',
    ),
    action: 'copyDetails',
  },
  SLIPPAGE: {
    title: translate('The price moved past your slippage limit'),
    body: translate(
      'It would have delivered less than your minimum or cost more than the quote covers, so it stopped.',
    ),
    action: 'requote',
  },
  AMOUNT_TOO_LOW_TO_REFUND: {
    title: translate('The amount is too small to refund'),
    body: translate('Refunding it would cost more than it’s worth.'),
    action: 'copyDetails',
  },
  DEPOSIT_ADDRESS_MISMATCH: {
    title: translate('The deposit went to a different address than quoted'),
    body: translate('The service didn’t accept it. Don’t send it again.'),
    action: 'copyDetails',
  },
  DEPOSIT_CHAIN_MISMATCH: {
    title: translate('The deposit was made on a different chain than quoted'),
    body: translate('The service didn’t accept it. Don’t send it again.'),
    action: 'copyDetails',
  },
  INCORRECT_DEPOSIT_CURRENCY: {
    title: translate('The deposit was in a different token than quoted'),
    body: translate('The service expected another asset. Don’t send it again.'),
    action: 'copyDetails',
  },
  DOUBLE_SPEND: {
    title: translate('This deposit was already used'),
    body: translate('Each deposit can pay for one quote only.'),
    action: 'requote',
  },
  SOLVER_CAPACITY_EXCEEDED: {
    title: translate('Amount too large right now'),
    body: translate('There wasn’t enough liquidity to deliver this amount.'),
    action: 'lowerAmount',
  },
  DEPOSITED_AMOUNT_TOO_LOW_TO_FILL: {
    title: translate('The deposit is too small to deliver'),
    body: translate('After fees, nothing useful would be left.'),
    action: 'raiseAmount',
  },
  NEGATIVE_NEW_AMOUNT_AFTER_FEES: {
    title: translate('Fees are larger than the amount'),
    body: translate('Nothing would be left to deliver.'),
    action: 'raiseAmount',
  },
  NO_QUOTES: {
    title: translate('No route right now'),
    body: translate('No one offered a price for this pair.'),
    action: 'requote',
  },
  MISSING_REVERT_DATA: {
    title: translate('A contract reverted without a reason'),
    body: translate('The operation ran and was reverted.'),
    action: 'requote',
  },
  REVERSE_SWAP_FAILED: {
    title: translate('The refund failed too'),
    body: translate(
      'Swapping the tokens back for the refund failed. Check the steps below for where they are.',
    ),
    action: 'copyDetails',
  },
  GENERATE_SWAP_FAILED: {
    title: translate('The swap couldn’t be built'),
    body: translate('The service couldn’t prepare the exchange.'),
    action: 'requote',
  },
  TOO_LITTLE_RECEIVED: {
    title: translate('The exchange returned less than your minimum'),
    body: translate('It was less than your minimum, so it stopped.'),
    action: 'requote',
  },
  EXECUTION_REVERTED: {
    title: translate('The operation was reverted'),
    body: translate('It ran, but one of its steps failed.'),
    action: 'requote',
  },
  NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE: {
    title: translate('A Solana account costs more than quoted'),
    body: translate(
      'A token account has to be created or recreated, and the quote allowed for less.',
    ),
    action: 'requote',
  },
  TRANSACTION_REVERTED: {
    title: translate('The transaction was reverted'),
    body: translate('It reached the chain, but one of its steps failed.'),
    action: 'requote',
  },
  ORIGIN_CURRENCY_MISMATCH: {
    title: translate('The paying token doesn’t match the quote'),
    body: translate('The service expected another asset.'),
    action: 'requote',
  },
  NO_INTERNAL_SWAP_ROUTES_FOUND: {
    title: translate('No exchange route'),
    body: translate('The exchanges there have no route for this pair.'),
    action: 'editAsset',
  },
  SWAP_USES_TOO_MUCH_GAS: {
    title: translate('It exceeds the compute limit'),
    body: translate('There are too many steps for one transaction.'),
    action: 'lowerAmount',
  },
  INSUFFICIENT_FUNDS_FOR_RENT: {
    title: translate('An account would hold too little SOL'),
    body: translate(
      'A Solana account must hold at least about 0.001 SOL. Add a little SOL or move less, then get a new quote.',
    ),
    action: 'receive',
  },
  ORDER_EXPIRED: {
    title: translate('Time ran out before delivery'),
    body: translate('The order passed its deadline.'),
    action: 'requote',
  },
  ORDER_IS_CANCELLED: {
    title: translate('This order was canceled'),
    body: translate('It can no longer be delivered.'),
    action: 'requote',
  },
  TRANSFER_FROM_FAILED: {
    title: translate('The token couldn’t be transferred from your account'),
    body: translate('The balance or the allowance may have changed after you signed.'),
    action: 'requote',
  },
  TRANSFER_FAILED: {
    title: translate('The token transfer failed'),
    body: translate('The token contract rejected it.'),
    action: 'requote',
  },
  SIGNATURE_EXPIRED: {
    title: translate('Your signature expired'),
    body: translate('Its deadline passed. Sign again with a new quote.'),
    action: 'requote',
  },
  INVALID_SIGNATURE: {
    title: translate('The signature wasn’t accepted'),
    body: translate(
      'It may be from another account. Check which account is selected in your wallet.',
    ),
    action: 'resign',
  },
  INSUFFICIENT_NATIVE_TOKENS_SUPPLIED: {
    title: translate('Not enough of the native coin was sent'),
    body: translate('The operation needs more of the native coin than it included.'),
    action: 'requote',
  },
  TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE: {
    title: translate('The allowance is lower than the amount'),
    body: translate('It may have changed after you signed.'),
    action: 'requote',
  },
  TRANSFER_AMOUNT_EXCEEDS_BALANCE: {
    title: translate('The account no longer holds enough'),
    body: translate('Your account has less than when you got the quote.'),
    action: 'requote',
  },
  INVALID_SENDER: {
    title: translate('The operation came from an account the service didn’t expect'),
    body: translate('Check that the right account is selected.'),
    action: 'accounts',
  },
  ACCOUNT_ABSTRACTION_INVALID_NONCE: {
    title: translate('Another operation from this account went first'),
    body: translate('Operations run in order, and another one took this one’s place.'),
    action: 'requote',
  },
  ACCOUNT_ABSTRACTION_SIGNATURE_ERROR: {
    title: translate('Your account rejected the signature'),
    body: translate('The signing key may no longer belong to this account.'),
    action: 'accounts',
  },
  MARKETPLACE_INEXACT_FRACTION: {
    title: translate('The order can’t be split that way'),
    body: translate('The marketplace only accepts exact fractions.'),
    action: 'editCall',
  },
  TOKEN_NOT_TRANSFERABLE: {
    title: translate('This token can’t be transferred'),
    body: translate('Its contract doesn’t allow transfers now.'),
    action: 'editAsset',
  },
  ZERO_SELL_AMOUNT: {
    title: translate('The amount to sell is zero'),
    body: translate('It is too small after rounding.'),
    action: 'raiseAmount',
  },
  MINT_NOT_ACTIVE: {
    title: translate('Minting isn’t open'),
    body: translate('The contract doesn’t accept mints at the moment.'),
    action: 'editCall',
  },
  ERC_1155_TOO_MANY_REQUESTED: {
    title: translate('More items requested than available'),
    body: translate('Lower the number of items.'),
    action: 'editCall',
  },
  INCORRECT_PAYMENT: {
    title: translate('The payment doesn’t match the price'),
    body: translate('The contract expected a different amount.'),
    action: 'editCall',
  },
  INVALID_GAS_PRICE: {
    title: translate('The gas price wasn’t accepted'),
    body: translate('Network prices moved after the quote.'),
    action: 'requote',
  },
  PROTOCOL_DEX_ERROR: {
    title: translate('The exchange reported an error'),
    body: translate('It rejected the trade without details.'),
    action: 'requote',
  },
  ORDER_ALREADY_FILLED: {
    title: translate('Someone else filled this order first'),
    body: translate('It is no longer available.'),
    action: 'editCall',
  },
  MARKETPLACE_INVALID_FULFILLER: {
    title: translate('This account may not fill the order'),
    body: translate('The marketplace limits who can.'),
    action: 'accounts',
  },
  SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT: {
    title: translate('A Solana token account isn’t valid for this swap'),
    body: translate('It may be closed or hold another token.'),
    action: 'requote',
  },
} satisfies Record<FailReason, FailReasonCopy>
