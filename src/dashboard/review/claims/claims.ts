import { translate } from '../../language/translate.ts'

/** The verifier's claims about a quote, in the order of the checklist. */
export const claims = {
  installation: {
    good: translate('From the instance you pinned'),
    bad: translate('Not the instance you pinned'),
  },
  form: {
    good: translate('Nothing in the quote is unknown'),
    bad: translate('The quote holds something unknown'),
  },
  seal: {
    good: translate('Sealed by the pinned service'),
    bad: translate('Not sealed by the service you pinned'),
  },
  accounts: {
    good: translate('From your accounts only'),
    bad: translate('The accounts are not yours'),
  },
  chain: {
    good: translate('On chains this app knows'),
    bad: translate('A chain is not the one it claims'),
  },
  callData: {
    good: translate('Call data matches what you sign'),
    bad: translate('What you would sign is not what would run'),
  },
  nonce: {
    good: translate('Good once, for this quote only'),
    bad: translate('The nonce is not the one of this quote'),
  },
  sponsor: {
    good: translate('Network fees are paid by the pinned sponsor'),
    bad: translate('The sponsor is not the pinned one'),
  },
  deployment: {
    good: translate('The account comes from the pinned factory'),
    bad: translate('The account would be made by something unknown'),
  },
  calls: {
    good: translate('Every call is known'),
    bad: translate('A call does something this app does not know'),
  },
  approval: {
    good: translate('Allowances are exact and go to pinned contracts'),
    bad: translate('An allowance is not the one needed'),
  },
  escrow: {
    good: translate('Escrow, solver and exchange are pinned'),
    bad: translate('A contract or address is not pinned'),
  },
  order: {
    good: translate('The deposit is bound to this delivery'),
    bad: translate('The deposit is not bound to this delivery'),
  },
  deadlines: {
    good: translate('Every deadline is bounded'),
    bad: translate('A deadline is out of bounds'),
  },
  amounts: { good: translate('Amounts add up'), bad: translate('Amounts do not add up') },
  fees: {
    good: translate('Fees are the ones shown'),
    bad: translate('Fees are not the ones shown'),
  },
  recipient: {
    good: translate('It goes where you said'),
    bad: translate('It goes somewhere else'),
  },
  asset: {
    good: translate('It is the asset you asked for'),
    bad: translate('It is not the asset you asked for'),
  },
  minimum: {
    good: translate('The minimum keeps your slippage limit'),
    bad: translate('The minimum is below your slippage limit'),
  },
  lent: {
    good: translate('Nothing is lent beyond what you asked for'),
    bad: translate('What is lent is not what your calls need'),
  },
  simulation: {
    good: translate('Tried out on the chain as it is'),
    bad: translate('It was not tried out'),
  },
  price: {
    good: translate('The price fits the price feeds'),
    bad: translate('The price does not fit the price feeds'),
  },
  expiry: { good: translate('Still valid'), bad: translate('No longer valid') },
  file: {
    good: translate('The file is as it was made'),
    bad: translate('The file was changed after it was made'),
  },
  signatures: {
    good: translate('Signed by the keys of the accounts that paid'),
    bad: translate('A signature is not by the accounts that paid'),
  },
  record: {
    good: translate('What the service reports fits what was signed'),
    bad: translate('What the service reports is not what was signed'),
  },
  deposits: {
    good: translate('The chains show every deposit, as it was signed'),
    bad: translate('The chains do not show a deposit as the file says'),
  },
  delivery: {
    good: translate('The chain shows the delivery, as it was promised'),
    bad: translate('The chain does not show the delivery as the file says'),
  },
} as const

/** Wording where the request names what is delivered. */
export const exactOutputClaims = {
  minimum: {
    good: translate('Exactly the amount you asked for arrives'),
    bad: translate('Another amount than you asked for would arrive'),
  },
} as const

/** Wording where the request names the chains that may be drawn from. */
export const sourceChainClaims = {
  chain: {
    good: translate('Only from chains you allowed'),
    bad: translate('From a chain you did not allow'),
  },
} as const

/** Wording where all operations are on Solana. */
export const solanaClaims = {
  callData: {
    good: translate('The message is what is shown here'),
    bad: translate('The message is not what is shown here'),
  },
  calls: {
    good: translate('Every instruction is known'),
    bad: translate('An instruction does something this app does not know'),
  },
  approval: {
    good: translate('Nobody gets an allowance'),
    bad: translate('Somebody would get an allowance'),
  },
  escrow: {
    good: translate('Escrow program and solver are pinned'),
    bad: translate('A program or address is not pinned'),
  },
  sponsor: {
    good: translate('Network fees are paid by the pinned fee payer'),
    bad: translate('The fee payer is not the pinned one'),
  },
  deployment: {
    good: translate('No account is made at your cost'),
    bad: translate('An account would be made at your cost, or by something unknown'),
  },
} as const

/** Wording for a prepared contract call. */
export const callClaims = {
  form: {
    good: translate('Nothing in the answer is unknown'),
    bad: translate('The answer holds something unknown'),
  },
  calls: {
    good: translate('Your calls, byte for byte, and nothing else'),
    bad: translate('The calls are not the ones you asked for'),
  },
  approval: {
    good: translate('Allowances are exact and taken back afterwards'),
    bad: translate('An allowance is not the one you asked for'),
  },
  escrow: {
    good: translate('Solver, settlement and guard are pinned'),
    bad: translate('A contract or address is not pinned'),
  },
  fees: {
    good: translate('The fee is bounded and goes to the pinned receiver'),
    bad: translate('The fee is too high'),
  },
} as const

/** Wording for the quote of a contract call. */
export const callQuoteClaims = {
  calls: {
    good: translate('It pays for your calls and does nothing else'),
    bad: translate('It does something else than paying for your calls'),
  },
  order: {
    good: translate('Each deposit is bound to the operation you signed'),
    bad: translate('A deposit is not bound to the operation you signed'),
  },
  lent: {
    good: translate('You pay for what is lent, no more'),
    bad: translate('You would pay for more than is lent'),
  },
  recipient: {
    good: translate('For the account that makes the calls'),
    bad: translate('For somebody else'),
  },
  asset: {
    good: translate('Assets are the ones of your calls'),
    bad: translate('An asset is not one of your calls'),
  },
} as const

/** Name of a claim. */
export type FindingId = keyof typeof claims
