import type { FailReason } from '#protocol/status/failReason.ts'

/**
 * Fail reasons of failures without revert data, by what was observed on chain or what was not done
 * because of it.
 */
const reasons = {
  /** The deadline has passed at depth, or is too close to begin. */
  'deadline passed': 'ORDER_EXPIRED',
  /** The solver cancelled the fill at the settler. */
  'delivery given up': 'ORDER_IS_CANCELLED',
  /** `UserOperationEvent` of another operation under the same nonce. */
  'nonce used by another': 'ACCOUNT_ABSTRACTION_INVALID_NONCE',
  /** The nonce is used, but there is no deposit. */
  'operation in vain': 'EXECUTION_REVERTED',
  /** According to the receipt of the transaction. */
  'transaction reverted': 'TRANSACTION_REVERTED',
  /** Once the deposit is made, the output is worth more than the deposit. */
  'price outgrown': 'SLIPPAGE',
  /** The solver holds less than the output, or less than the gas to deliver it. */
  'inventory too small': 'SOLVER_CAPACITY_EXCEEDED',
  /** A third party's code uses more gas than a quote pays for, or than may still be lost on it. */
  'gas not paid for': 'SWAP_USES_TOO_MUCH_GAS',
  /** The same of a call, which swaps nothing. */
  'call not paid for': 'EXECUTION_REVERTED',
  /** Simulated on the latest state, a call leaves rights over its account's tokens. */
  'rights left': 'EXECUTION_REVERTED',
  /** The account has an EIP-7702 pointer to another contract. */
  'delegated elsewhere': 'INVALID_SENDER',
  /** The account has no code, and the supplied authorization would not give it any. */
  'authorization unfit': 'INVALID_SIGNATURE',
  /** The admin has revoked the session key that signed. */
  'session ended': 'INVALID_SIGNATURE',
  /** The calls would take more than the admin lets the session key that signed spend in a day. */
  'session limit passed': 'INVALID_SIGNATURE',
  /** The account has code, but its owner signed an operation that deploys it. */
  'account made since': 'SIGNATURE_EXPIRED',
  /** The next block costs more than the owner signed for. */
  'gas dearer than signed': 'INVALID_GAS_PRICE',
  'nothing known': 'UNKNOWN',
} as const satisfies Record<string, FailReason>

/** Key of the table above. */
export type StateEvidence = keyof typeof reasons

/**
 * Classifies a failure by the state of the chains. Reverts are classified per chain; nothing else
 * names reasons. Source: wire, "failReason".
 */
export function classifyState(evidence: StateEvidence): FailReason {
  return reasons[evidence]
}
