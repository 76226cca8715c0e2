import { translate } from '../../language/translate.ts'

/** The verifier's claims about a quote, in the order of the checklist. */
export const claims = {
  installation: {
    good: translate('From the instance you pinned'),
    bad: translate('Not the instance you pinned'),
  },
  form: {
    good: translate('The quote has nothing unknown in it'),
    bad: translate('The quote has something unknown in it'),
  },
  seal: {
    good: translate('Signed by the pinned service'),
    bad: translate('Not signed by the service you pinned'),
  },
  accounts: {
    good: translate('Paid only from your accounts'),
    bad: translate('The accounts are not yours'),
  },
  chain: {
    good: translate('On chains this app supports'),
    bad: translate('A chain is not the one stated'),
  },
  callData: {
    good: translate('Call data matches what you sign'),
    bad: translate('What you would sign does not match what would run'),
  },
  nonce: {
    good: translate('Valid once, for this quote only'),
    bad: translate('The nonce does not match this quote'),
  },
  sponsor: {
    good: translate('Network fees are paid by the pinned sponsor'),
    bad: translate('The sponsor is not the pinned one'),
  },
  deployment: {
    good: translate('The pinned factory deploys the account'),
    bad: translate('Something unknown would deploy the account'),
  },
  calls: {
    good: translate('Every call is recognized'),
    bad: translate('A call does something this app can’t recognize'),
  },
  approval: {
    good: translate('Allowances are exact and go to pinned contracts'),
    bad: translate('An allowance is not what’s needed'),
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
    good: translate('Every deadline is within limits'),
    bad: translate('A deadline is not within limits'),
  },
  amounts: { good: translate('Amounts add up'), bad: translate('Amounts do not add up') },
  fees: {
    good: translate('Fees match those shown'),
    bad: translate('Fees do not match those shown'),
  },
  recipient: {
    good: translate('It goes to your recipient'),
    bad: translate('It goes to someone else'),
  },
  asset: {
    good: translate('It’s the asset you chose'),
    bad: translate('It is not the asset you chose'),
  },
  minimum: {
    good: translate('The minimum is within your slippage limit'),
    bad: translate('The minimum is below your slippage limit'),
  },
  lent: {
    good: translate('Nothing is advanced beyond what your calls need'),
    bad: translate('What is advanced is not what your calls need'),
  },
  simulation: {
    good: translate('Simulated on the current chain state'),
    bad: translate('Not simulated on the current chain state'),
  },
  price: {
    good: translate('The price matches the price feeds'),
    bad: translate('The price does not match the price feeds'),
  },
  expiry: { good: translate('Still valid'), bad: translate('No longer valid') },
  file: {
    good: translate('The file has the receipt format and matches its quote'),
    bad: translate('The file does not have the receipt format or does not match its quote'),
  },
  signatures: {
    good: translate('Signed by the keys of the accounts that paid'),
    bad: translate('A signature is not from the accounts that paid'),
  },
} as const

/** Wording where the request names what is delivered. */
export const exactOutputClaims = {
  minimum: {
    good: translate('Delivers exactly the amount you entered'),
    bad: translate('Would not deliver the amount you entered'),
  },
} as const

/** Wording where the request names the chains that may be drawn from. */
export const sourceChainClaims = {
  chain: {
    good: translate('Paid only from chains you selected'),
    bad: translate('Paid from a chain you did not select'),
  },
} as const

/** Wording where all operations are on Solana. */
export const solanaClaims = {
  callData: {
    good: translate('The message matches what’s shown here'),
    bad: translate('The message does not match what’s shown here'),
  },
  calls: {
    good: translate('Every instruction is recognized'),
    bad: translate('An instruction does something this app can’t recognize'),
  },
  approval: {
    good: translate('No allowance is granted'),
    bad: translate('An allowance would be granted'),
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
    good: translate('No account is created at your cost'),
    bad: translate('An account would be created at your cost, or by something unknown'),
  },
} as const

/** Wording for a prepared contract call. */
export const callClaims = {
  form: {
    good: translate('The response has nothing unknown in it'),
    bad: translate('The response has something unknown in it'),
  },
  calls: {
    good: translate('Your calls, byte for byte, and nothing else'),
    bad: translate('The calls are not the ones you entered'),
  },
  approval: {
    good: translate('Allowances are exact and revoked afterwards'),
    bad: translate('An allowance is not the one you entered'),
  },
  escrow: {
    good: translate('Solver, settlement and guard are pinned'),
    bad: translate('A contract or address is not pinned'),
  },
  fees: {
    good: translate('The fee is within limits and goes to the pinned receiver'),
    bad: translate('The fee is too high'),
  },
} as const

/** Wording for the quote of a contract call. */
export const callQuoteClaims = {
  calls: {
    good: translate('It pays for your calls and does nothing else'),
    bad: translate('It does not only pay for your calls'),
  },
  order: {
    good: translate('Each deposit is bound to the operation you signed'),
    bad: translate('A deposit is not bound to the operation you signed'),
  },
  lent: {
    good: translate('You pay only for what is advanced'),
    bad: translate('You would pay for more than is advanced'),
  },
  recipient: {
    good: translate('For the account that makes the calls'),
    bad: translate('For another account'),
  },
  asset: {
    good: translate('Assets match your calls'),
    bad: translate('An asset does not match your calls'),
  },
} as const

/** Name of a claim. */
export type FindingId = keyof typeof claims
