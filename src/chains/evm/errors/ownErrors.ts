import type { ErrorFamily } from './errorFamily.ts'

/** Our own contracts, without the EntryPoint: escrow, settler, guard, account, paymaster, keys. */
export const ownErrors: ErrorFamily = {
  source: 'Estuary',
  errors: {
    'DepositExpired(uint64 depositDeadline, uint256 timestamp)': 'ORDER_EXPIRED',
    'FillExpired(uint64 deadline, uint256 timestamp)': 'ORDER_EXPIRED',
    'OutsideValidity(uint48 validAfter, uint48 validUntil, uint256 timestamp)': 'ORDER_EXPIRED',
    'RefundTimeOutOfRange(uint64 depositDeadline, uint64 refundAfter, uint256 latest)':
      'ORDER_EXPIRED',
    'OrderKnown(bytes32 orderHash, uint8 state)': 'DOUBLE_SPEND',
    'OrderNotHeld(bytes32 orderHash, uint8 state)': 'ORDER_ALREADY_FILLED',
    'GrantKnown(address solver, bytes32 prepareId)': 'ORDER_ALREADY_FILLED',
    'NotDepositor(address caller, address depositor)': 'INVALID_SENDER',
    'NotGranted(address solver, bytes32 prepareId, address caller)': 'INVALID_SENDER',
    'NotExecutor(address origin)': 'INVALID_SENDER',
    'NotOwnerOrKey(address caller, address key)': 'INVALID_SENDER',
    'NotMinter(address caller)': 'INVALID_SENDER',
    'EmptyOrder(bytes32 orderHash)': 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
    'NotAttested(bytes32 orderHash, uint64 refundAfter, uint256 timestamp)': 'INVALID_SIGNATURE',
    'KeyDisabled(address key)': 'INVALID_SIGNATURE',
    'WrongAmountReceived(address token, uint256 expected, uint256 received)':
      'TOKEN_NOT_TRANSFERABLE',
    'NativeTransferFailed(address to, uint256 amount)': 'TRANSFER_FAILED',
    'BadRecipient(address recipient)': 'TRANSFER_FAILED',
    'TooLittleDelivered(address token, uint256 minimumAmount, uint256 delivered)':
      'TOO_LITTLE_RECEIVED',
    'ReceivedTooLittle(address token, uint256 received, uint256 minimum)': 'TOO_LITTLE_RECEIVED',
    'NotWatched(address token, address owner)': 'EXECUTION_REVERTED',
    'LengthMismatch(uint256 tokens, uint256 amounts)': 'EXECUTION_REVERTED',
    'MalformedBatch()': 'EXECUTION_REVERTED',
    'UnguardedBatch()': 'EXECUTION_REVERTED',
    'ForbiddenTarget(uint256 index, address target)': 'EXECUTION_REVERTED',
    'WrongPaymaster(address paymaster)': 'EXECUTION_REVERTED',
    'AccountUnauthorized(address sender)': 'INVALID_SENDER',
    'PaymasterUnauthorized(address sender)': 'INVALID_SENDER',
    'UnsupportedExecutionMode()': 'EXECUTION_REVERTED',
    'OutOfRangeAccess()': 'EXECUTION_REVERTED',
    'ReentrancyGuardReentrantCall()': 'EXECUTION_REVERTED',
  },
}
