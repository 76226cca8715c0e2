import type { FailReason } from '#protocol/status/failReason.ts'

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

/** Texts for one fail reason; the page fills in the names in braces. */
export type FailReasonCopy = { title: string; body: string; action: NextAction }

/**
 * Texts for every fail reason of the specification (section 7). They never say where the funds are:
 * that is read from the chain.
 */
export const failReasonCopy = {
  UNKNOWN: {
    title: 'Something stopped this {type}',
    body: 'The service gave no reason. Check the steps below for what already happened on each chain.',
    action: 'copyDetails',
  },
  SLIPPAGE: {
    title: 'The price moved past your {limit} limit',
    body: 'Going ahead would have given you less than {minimum}, or cost more than the quote pays, so it stopped.',
    action: 'requote',
  },
  AMOUNT_TOO_LOW_TO_REFUND: {
    title: 'The amount is too small to send back',
    body: 'Returning it would cost more than it is worth.',
    action: 'copyDetails',
  },
  DEPOSIT_ADDRESS_MISMATCH: {
    title: 'The deposit went to a different address than the quote names',
    body: "The service didn't accept it. Don't send it again.",
    action: 'copyDetails',
  },
  DEPOSIT_CHAIN_MISMATCH: {
    title: 'The deposit arrived on a different chain than the quote names',
    body: "The service didn't accept it. Don't send it again.",
    action: 'copyDetails',
  },
  INCORRECT_DEPOSIT_CURRENCY: {
    title: 'The deposit was in a different token than the quote names',
    body: "The service expected {origin}. Don't send it again.",
    action: 'copyDetails',
  },
  DOUBLE_SPEND: {
    title: 'This deposit was already used',
    body: 'Each deposit can pay for one quote only.',
    action: 'requote',
  },
  SOLVER_CAPACITY_EXCEEDED: {
    title: 'Too large to deliver right now',
    body: 'No one could deliver this amount to {destinationChain} at the moment.',
    action: 'lowerAmount',
  },
  DEPOSITED_AMOUNT_TOO_LOW_TO_FILL: {
    title: 'The deposit is too small to deliver',
    body: 'After fees nothing useful would be left.',
    action: 'raiseAmount',
  },
  NEGATIVE_NEW_AMOUNT_AFTER_FEES: {
    title: 'Fees are larger than the amount',
    body: 'Nothing would be left to deliver.',
    action: 'raiseAmount',
  },
  NO_QUOTES: {
    title: 'No route right now',
    body: 'No one offered a price for this pair.',
    action: 'requote',
  },
  MISSING_REVERT_DATA: {
    title: 'A contract stopped without saying why',
    body: 'The operation ran and was undone by the chain.',
    action: 'requote',
  },
  REVERSE_SWAP_FAILED: {
    title: "The way back didn't work either",
    body: 'Changing the tokens back for the return failed. Check the steps below for where they are.',
    action: 'copyDetails',
  },
  GENERATE_SWAP_FAILED: {
    title: "The swap couldn't be built",
    body: "The service couldn't prepare the exchange on {destinationChain}.",
    action: 'requote',
  },
  TOO_LITTLE_RECEIVED: {
    title: 'The exchange gave less than your minimum',
    body: 'You asked for at least {minimum}, so it stopped.',
    action: 'requote',
  },
  EXECUTION_REVERTED: {
    title: 'The chain undid the operation',
    body: 'It ran but one of its steps failed.',
    action: 'requote',
  },
  NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE: {
    title: 'A Solana account costs more than quoted',
    body: 'A token account has to be made, or made again, and the quote allowed for less.',
    action: 'requote',
  },
  TRANSACTION_REVERTED: {
    title: 'The chain undid the transaction',
    body: 'It landed but one of its steps failed.',
    action: 'requote',
  },
  ORIGIN_CURRENCY_MISMATCH: {
    title: "The paying token doesn't match the quote",
    body: 'The service expected {origin}.',
    action: 'requote',
  },
  NO_INTERNAL_SWAP_ROUTES_FOUND: {
    title: 'No exchange route on {destinationChain}',
    body: 'The exchanges there had no path for this pair.',
    action: 'editAsset',
  },
  SWAP_USES_TOO_MUCH_GAS: {
    title: 'It takes more computing than it may',
    body: 'The steps are too many for one transaction.',
    action: 'lowerAmount',
  },
  INSUFFICIENT_FUNDS_FOR_RENT: {
    title: 'An account would hold too little SOL',
    body: 'Solana keeps no account alive that holds less than about 0.001 SOL. Add a little SOL or move less, then get a new quote.',
    action: 'receive',
  },
  ORDER_EXPIRED: {
    title: 'Time ran out before delivery',
    body: 'The order passed its deadline.',
    action: 'requote',
  },
  ORDER_IS_CANCELLED: {
    title: 'This order was cancelled',
    body: "It can't be delivered any more.",
    action: 'requote',
  },
  TRANSFER_FROM_FAILED: {
    title: "The token couldn't be taken from your account",
    body: 'The balance or the allowance may have changed after you signed.',
    action: 'requote',
  },
  TRANSFER_FAILED: {
    title: 'The token transfer failed',
    body: 'The token contract refused it.',
    action: 'requote',
  },
  SIGNATURE_EXPIRED: {
    title: 'Your signature is too old',
    body: 'It was valid until {validUntil}. Sign again with a new quote.',
    action: 'requote',
  },
  INVALID_SIGNATURE: {
    title: "The signature wasn't accepted",
    body: 'It may come from another account. Check which account your wallet has open.',
    action: 'resign',
  },
  INSUFFICIENT_NATIVE_TOKENS_SUPPLIED: {
    title: 'Not enough {native} was sent along',
    body: 'The operation needs more {native} than it carried.',
    action: 'requote',
  },
  TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE: {
    title: 'The allowance is lower than the amount',
    body: 'It may have changed after you signed.',
    action: 'requote',
  },
  TRANSFER_AMOUNT_EXCEEDS_BALANCE: {
    title: 'The account no longer holds enough',
    body: '{account} has less {origin} than when you got the quote.',
    action: 'requote',
  },
  INVALID_SENDER: {
    title: "The operation came from an account the service didn't expect",
    body: 'Check that the right account is selected.',
    action: 'accounts',
  },
  ACCOUNT_ABSTRACTION_INVALID_NONCE: {
    title: 'Another operation from this account went first',
    body: 'Each operation has a place in line and this one lost its place.',
    action: 'requote',
  },
  ACCOUNT_ABSTRACTION_SIGNATURE_ERROR: {
    title: 'Your account refused the signature',
    body: 'The signing key may not belong to this account any more.',
    action: 'accounts',
  },
  MARKETPLACE_INEXACT_FRACTION: {
    title: "The order can't be split that way",
    body: 'The marketplace only accepts exact fractions.',
    action: 'editCall',
  },
  TOKEN_NOT_TRANSFERABLE: {
    title: "This token can't be transferred",
    body: "Its contract doesn't allow transfers now.",
    action: 'editAsset',
  },
  ZERO_SELL_AMOUNT: {
    title: 'The amount to sell came out as zero',
    body: 'It is too small after rounding.',
    action: 'raiseAmount',
  },
  MINT_NOT_ACTIVE: {
    title: "Minting isn't open",
    body: "The contract doesn't accept mints at the moment.",
    action: 'editCall',
  },
  ERC_1155_TOO_MANY_REQUESTED: {
    title: 'More items requested than available',
    body: 'Lower the number of items.',
    action: 'editCall',
  },
  INCORRECT_PAYMENT: {
    title: "The payment doesn't match the price",
    body: 'The contract expected a different amount.',
    action: 'editCall',
  },
  INVALID_GAS_PRICE: {
    title: "The gas price wasn't accepted",
    body: 'Network prices moved after the quote.',
    action: 'requote',
  },
  PROTOCOL_DEX_ERROR: {
    title: 'The exchange reported an error',
    body: 'It refused the trade without more detail.',
    action: 'requote',
  },
  ORDER_ALREADY_FILLED: {
    title: 'Someone else filled this order first',
    body: 'It is no longer available.',
    action: 'editCall',
  },
  MARKETPLACE_INVALID_FULFILLER: {
    title: 'This account may not fill the order',
    body: 'The marketplace limits who can.',
    action: 'accounts',
  },
  SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT: {
    title: "A Solana token account isn't valid for this swap",
    body: 'It may be closed or hold another token.',
    action: 'requote',
  },
} satisfies Record<FailReason, FailReasonCopy>
