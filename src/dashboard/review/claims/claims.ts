/** The verifier's claims about a quote, in the order of the checklist. */
export const claims = {
  installation: { good: 'By the installation you pinned', bad: 'Not the installation you pinned' },
  form: { good: 'Nothing in the quote is unknown', bad: 'The quote holds something unknown' },
  seal: {
    good: 'Sealed by the pinned service',
    bad: 'Not sealed by the service you pinned',
  },
  accounts: { good: 'From your accounts only', bad: 'The accounts are not yours' },
  chain: { good: 'On chains this app knows', bad: 'A chain is not the one it claims' },
  callData: {
    good: 'Call data matches what you sign',
    bad: 'What you would sign is not what would run',
  },
  nonce: { good: 'Good once, for this quote only', bad: 'The nonce is not the one of this quote' },
  sponsor: {
    good: 'Network fees are paid by the pinned sponsor',
    bad: 'The sponsor is not the pinned one',
  },
  deployment: {
    good: 'The account comes from the pinned factory',
    bad: 'The account would be made by something unknown',
  },
  calls: { good: 'Every call is known', bad: 'A call does something this app does not know' },
  approval: {
    good: 'Allowances are exact and go to pinned contracts',
    bad: 'An allowance is not the one needed',
  },
  escrow: {
    good: 'Escrow, solver and exchange are pinned',
    bad: 'A contract or address is not pinned',
  },
  order: {
    good: 'The deposit is bound to this delivery',
    bad: 'The deposit is not bound to this delivery',
  },
  deadlines: { good: 'Every deadline is bounded', bad: 'A deadline is out of bounds' },
  amounts: { good: 'Amounts add up', bad: 'Amounts do not add up' },
  fees: { good: 'Fees are the ones shown', bad: 'Fees are not the ones shown' },
  recipient: { good: 'It goes where you said', bad: 'It goes somewhere else' },
  asset: { good: 'It is the asset you asked for', bad: 'It is not the asset you asked for' },
  minimum: {
    good: 'The minimum keeps your slippage limit',
    bad: 'The minimum is below your slippage limit',
  },
  lent: {
    good: 'Nothing is lent beyond what you asked for',
    bad: 'What is lent is not what your calls need',
  },
  simulation: {
    good: 'Tried out on the chain as it is',
    bad: 'It was not tried out',
  },
  price: { good: 'The price fits the price feeds', bad: 'The price does not fit the price feeds' },
  expiry: { good: 'Still valid', bad: 'No longer valid' },
  file: {
    good: 'The file is as it was made',
    bad: 'The file was changed after it was made',
  },
  signatures: {
    good: 'Signed by the keys of the accounts that paid',
    bad: 'A signature is not by the accounts that paid',
  },
  record: {
    good: 'What the service reports fits what was signed',
    bad: 'What the service reports is not what was signed',
  },
  deposits: {
    good: 'The chains show every deposit, as it was signed',
    bad: 'The chains do not show a deposit as the file says',
  },
  delivery: {
    good: 'The chain shows the delivery, as it was promised',
    bad: 'The chain does not show the delivery as the file says',
  },
} as const

/** Wording where the request names what is delivered. */
export const exactOutputClaims = {
  minimum: {
    good: 'Exactly the amount you asked for arrives',
    bad: 'Another amount than you asked for would arrive',
  },
} as const

/** Wording where the request names the chains that may be drawn from. */
export const sourceChainClaims = {
  chain: { good: 'Only from chains you allowed', bad: 'From a chain you did not allow' },
} as const

/** Wording where all operations are on Solana. */
export const solanaClaims = {
  callData: {
    good: 'The message is what is shown here',
    bad: 'The message is not what is shown here',
  },
  calls: {
    good: 'Every instruction is known',
    bad: 'An instruction does something this app does not know',
  },
  approval: { good: 'Nobody gets an allowance', bad: 'Somebody would get an allowance' },
  escrow: {
    good: 'Escrow program and solver are pinned',
    bad: 'A program or address is not pinned',
  },
  sponsor: {
    good: 'Network fees are paid by the pinned fee payer',
    bad: 'The fee payer is not the pinned one',
  },
  deployment: {
    good: 'No account is made at your cost',
    bad: 'An account would be made at your cost, or by something unknown',
  },
} as const

/** Wording for a prepared contract call. */
export const callClaims = {
  form: { good: 'Nothing in the answer is unknown', bad: 'The answer holds something unknown' },
  calls: {
    good: 'Your calls, byte for byte, and nothing else',
    bad: 'The calls are not the ones you asked for',
  },
  approval: {
    good: 'Allowances are exact and taken back afterwards',
    bad: 'An allowance is not the one you asked for',
  },
  escrow: {
    good: 'Solver, settlement and guard are pinned',
    bad: 'A contract or address is not pinned',
  },
  fees: { good: 'The fee is bounded and goes to the pinned receiver', bad: 'The fee is too high' },
} as const

/** Wording for the quote of a contract call. */
export const callQuoteClaims = {
  calls: {
    good: 'It pays for your calls and does nothing else',
    bad: 'It does something else than paying for your calls',
  },
  order: {
    good: 'Each deposit is bound to the operation you signed',
    bad: 'A deposit is not bound to the operation you signed',
  },
  lent: {
    good: 'You pay for what is lent, no more',
    bad: 'You would pay for more than is lent',
  },
  recipient: { good: 'For the account that makes the calls', bad: 'For somebody else' },
  asset: {
    good: 'Assets are the ones of your calls',
    bad: 'An asset is not one of your calls',
  },
} as const

/** Name of a claim. */
export type FindingId = keyof typeof claims
