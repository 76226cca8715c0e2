import type { FailReason } from '#protocol/status/failReason.ts'

/**
 * What is seen on the chains, or left out because of what is seen there, and what it means where
 * nothing reverted that could say so itself.
 */
const reasons = {
  /** The deadline has passed at depth, or comes too soon to begin. */
  'deadline passed': 'ORDER_EXPIRED',
  /** The settler says that the solver gave the delivery up. */
  'delivery given up': 'ORDER_IS_CANCELLED',
  /** `UserOperationEvent` of another operation under the same nonce. */
  'nonce used by another': 'ACCOUNT_ABSTRACTION_INVALID_NONCE',
  /** The nonce is used, and no deposit is there. */
  'operation in vain': 'EXECUTION_REVERTED',
  /** The receipt of the transaction around it says so. */
  'transaction reverted': 'TRANSACTION_REVERTED',
  /** By the time that a deposit is there, what it was to bring is worth more than it. */
  'price outgrown': 'SLIPPAGE',
  /** The solver holds less than it is to give, or than that takes in gas. */
  'inventory too small': 'SOLVER_CAPACITY_EXCEEDED',
  /** A stranger's code takes more gas than a quote pays for, or than may still be lost on it. */
  'gas not paid for': 'SWAP_USES_TOO_MUCH_GAS',
  /** Tried on the newest state, a call leaves rights over its account's tokens. */
  'rights left': 'EXECUTION_REVERTED',
  /** An EIP-7702 pointer to another contract stands at the account. */
  'delegated elsewhere': 'INVALID_SENDER',
  /** The account has no code, and the authorization that came along would give it none. */
  'authorization unfit': 'INVALID_SIGNATURE',
  /** The admin has ended the session key that signed. */
  'session ended': 'INVALID_SIGNATURE',
  /** The account has code, and its owner signed an operation that makes it. */
  'account made since': 'SIGNATURE_EXPIRED',
  /** The next block costs more than the owner signed for. */
  'gas dearer than signed': 'INVALID_GAS_PRICE',
  'nothing known': 'UNKNOWN',
} as const satisfies Record<string, FailReason>

/** What was seen; see the table. */
export type StateEvidence = keyof typeof reasons

/**
 * Names why something ends badly, from the state of the chains. Reverts are named by the classifier
 * of their chain kind; nothing else names a reason. Source: wire, "failReason".
 */
export function classifyState(evidence: StateEvidence): FailReason {
  return reasons[evidence]
}
